import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PERSPECTIVES } from '../../src/sessions/perspectives/all.ts';
import { indexHome, putTranscript, turnsAsLines, type Turn } from '../support/session-home.ts';
import { tmpdir } from '../support/tmpdir.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CWD = '/home/dev/app';

/** Runs Node in a namespace in which the home cannot be written, not even by root. */
function runReadOnly(home: string, temporary: string, ...words: string[]): string {
  const program = ['--dev-bind', '/', '/', '--ro-bind', home, home, '--', process.execPath, ...words];
  const done = spawnSync('bwrap', program, {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: temporary },
    encoding: 'utf8',
  });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout;
}

/** Asks each question in turn; prints how many rows each gave. */
const ASK_ALL = `
  const { askIndex, prepareQuestion } = await import(process.argv[1]);
  const rows = JSON.parse(process.argv[3]).map((question) => askIndex(process.argv[2], prepareQuestion(question)).length);
  console.log(JSON.stringify(rows));`;

const canEnclose = spawnSync('bwrap', ['--dev-bind', '/', '/', '--', 'true']).status === 0;

test(
  'an index that cannot be written and was never asked before answers every perspective, filtered or not',
  { skip: canEnclose ? false : 'bubblewrap cannot make a namespace here' },
  async () => {
    await using tmp = await tmpdir();
    const home = join(tmp.path, 'claude');
    const temporary = join(tmp.path, 'temporary');
    mkdirSync(temporary);
    const edits: Turn[] = [
      { use: ['Edit', { file_path: '/w/x.ts' }] },
      { use: ['Bash', { command: 'git log' }] },
    ];
    const turns: Turn[] = [{ ask: '[autodev] fix the login' }, ...edits];
    const path = putTranscript(home, CWD, 'a', turnsAsLines('a', CWD, turns));
    const calm = ['b', 'c', 'd', 'e', 'f'];
    for (const session of calm) putTranscript(home, CWD, session, turnsAsLines(session, CWD, turns));
    const name = 'suggest-workflow-index/all/index.db';
    await indexHome(home, { name });
    // Changed once, so that nothing of how it was built is left.
    appendFileSync(path, `${turnsAsLines('a', CWD, [...edits, ...edits, ...edits]).join('\n')}\n`);
    await indexHome(home, { name });
    assert.deepEqual(readdirSync(join(home, name, '..')), ['index.db']);

    const filter = "first_prompt_snippet LIKE '[autodev]%'";
    const questions = PERSPECTIVES.flatMap(({ name: perspective }) => {
      const params = perspective === 'prompts' ? ['search=login'] : [];
      return [
        { perspective, params },
        { perspective, params, filter },
      ];
    });
    const script = join(ROOT, 'src', 'sessions', 'query', 'ask.ts');
    const words = ['--input-type=module', '-e', ASK_ALL, script, join(home, name), JSON.stringify(questions)];
    const rows = JSON.parse(runReadOnly(home, temporary, ...words)) as number[];
    for (const [at, question] of questions.entries()) assert.ok(rows[at], JSON.stringify(question));

    // The program itself says that it could not look for news, and answers.
    const bin = join(ROOT, 'bin', 'suggest-workflow.mjs');
    const asked = ['query', '--home', home, '--perspective', 'prompts', '--param', 'search=login', '--json'];
    assert.equal((JSON.parse(runReadOnly(home, temporary, bin, ...asked)) as unknown[]).length, 6);
    assert.deepEqual(readdirSync(temporary), []);
  },
);
