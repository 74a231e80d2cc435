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
  test('asks for repositories, agent, token and language', async () => {
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
      'ko',
    );
    assert.deepEqual(answers, {
      repos: ['https://github.com/org/app', 'git@github.com:org/lib.git'],
      agent: 'codex',
      tokenFile: token,
      language: 'ko',
    });
    assert.equal(questions.length, 6);
  });

  test('offers the repository it stands in and an agent that is installed', async () => {
    const here = 'https://github.com/org/here';
    const { answers } = await asked({ here, agents: ['gemini'] }, '', '', '', '', '');
    assert.deepEqual(answers, { repos: [here], agent: 'gemini', tokenFile: undefined, language: 'en' });
  });

  test('asks for the API of a host that is not github.com, and every question ends as one', async () => {
    const { answers, questions } = await asked(
      { login: 'x' },
      'https://git.corp.example/o/r',
      '',
      '',
      '',
      '',
    );
    assert.equal(answers.apiUrl, 'https://git.corp.example/api/v3');
    for (const question of questions) assert.match(question, /[:?] $/);
  });

  test('asks again with the reason when an answer cannot be right', async () => {
    const { answers, said } = await asked(
      { login: 'gh auth token' },
      'org/app',
      'https://github.com/org/app',
      '',
      'gpt',
      'claude',
      'en',
    );
    assert.deepEqual(answers.repos, ['https://github.com/org/app']);
    assert.deepEqual(said, [
      'not a repository URL: org/app: it has neither a scheme nor a host',
      'expected claude or codex or gemini',
    ]);
  });

  test('does not ask for what is given, known or already written', async () => {
    const given = { repos: ['https://github.com/org/app'], agent: 'claude', language: 'en' } as const;
    assert.deepEqual((await asked({ given, login: 'gh auth token' })).questions, []);
    assert.deepEqual(
      (await asked({ hasConfig: true, hasRepos: true, login: 'gh auth token' })).questions,
      [],
    );
  });

  test('writes nothing when the input ends in the middle', async () => {
    await assert.rejects(asked({}, 'https://github.com/org/app'), (error) =>
      isAutodevError(error, 'interrupted'),
    );
  });
});
