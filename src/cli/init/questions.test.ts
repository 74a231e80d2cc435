import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { isAutodevError } from '../../work/errors.ts';
import { askAnswers, type Known } from './questions.ts';

const NEW: Known = {
  given: { repos: [] },
  hasConfig: false,
  hasRepos: false,
  login: undefined,
  here: undefined,
  testsHere: undefined,
  agents: [],
};

/** Answers in turn; at the end the input is closed. */
async function asked(known: Partial<Known>, ...replies: string[]) {
  const questions: string[] = [];
  const said: string[] = [];
  const io = {
    ask: (question: string) => {
      questions.push(question);
      return Promise.resolve(replies.shift());
    },
    err: (text: string) => void said.push(text.trim()),
  };
  const answers = await askAnswers(io, { ...NEW, ...known });
  return { answers, questions, said };
}

describe('init on a terminal', () => {
  test('asks for repositories, agent, token, tests, merging and language', async () => {
    await using tmp = await tmpdir();
    const token = join(tmp.path, 'token');
    await writeFile(token, 'abc', { mode: 0o600 });
    const { answers, questions } = await asked(
      {},
      'https://github.com/org/app',
      'git@github.com:org/lib.git',
      '',
      'codex',
      token,
      'npm test',
      'yes',
      'ko',
    );
    assert.deepEqual(answers, {
      repos: ['https://github.com/org/app', 'git@github.com:org/lib.git'],
      agent: 'codex',
      tokenFile: token,
      checks: ['npm test'],
      autoMerge: true,
      language: 'ko',
    });
    assert.equal(questions.length, 8);
  });

  test('offers the repository it stands in and an agent that is installed', async () => {
    const here = 'https://github.com/org/here';
    const { answers } = await asked(
      { here, testsHere: 'cargo test', agents: ['gemini'] },
      ...Array.from({ length: 7 }, () => ''),
    );
    assert.deepEqual(answers, {
      repos: [here],
      agent: 'gemini',
      checks: ['cargo test'],
      autoMerge: false,
      language: 'en',
    });
  });

  test('asks for the API of a host that is not github.com, and every question ends as one', async () => {
    const { answers, questions } = await asked(
      { login: 'x' },
      'https://git.corp.example/o/r',
      ...Array.from({ length: 6 }, () => ''),
    );
    assert.equal(answers.apiUrl, 'https://git.corp.example/api/v3');
    for (const question of questions) assert.match(question, /[:?] $/);
  });

  test('asks again with the reason when an answer cannot be right', async () => {
    const { answers, said } = await asked(
      { login: 'gh auth token' },
      'app',
      'https://github.com/org/app',
      '',
      'gpt',
      'claude',
      '',
      '',
      'en',
    );
    assert.deepEqual(answers.repos, ['https://github.com/org/app']);
    assert.deepEqual(said, [
      'not a repository URL: app: it has neither a scheme nor a host',
      'expected claude or codex or gemini',
    ]);
  });

  test('does not ask for what is given, known or already written', async () => {
    const given = {
      repos: ['https://github.com/org/app'],
      agent: 'claude',
      language: 'en',
      checks: ['npm test'],
      autoMerge: true,
    } as const;
    assert.deepEqual((await asked({ given, login: 'gh auth token' })).questions, []);
    assert.deepEqual(
      (await asked({ hasConfig: true, hasRepos: true, login: 'gh auth token' })).questions,
      [],
    );
  });

  test('takes owner/repo for one of github.com, and a token that is pasted, unseen', async () => {
    const pasted = `ghp_${'x'.repeat(36)}`;
    const hidden: string[] = [];
    const replies = ['org/app', '', '', pasted, '', '', ''];
    const io = {
      ask: (question: string, how?: { hidden?: true }) => {
        if (how?.hidden) hidden.push(question);
        return Promise.resolve(replies.shift());
      },
      err: () => {},
    };
    const answers = await askAnswers(io, NEW);
    assert.deepEqual([answers.repos, answers.token], [['https://github.com/org/app'], pasted]);
    assert.deepEqual(hidden.length, 1);
  });

  test('writes nothing when the input ends in the middle', async () => {
    await assert.rejects(asked({}, 'https://github.com/org/app'), (error) =>
      isAutodevError(error, 'interrupted'),
    );
  });
});
