import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { indexHome, putTranscript, turnsAsLines, type Turn } from '../../../test/support/session-home.ts';
import { tmpdir, type TmpDir } from '../../../test/support/tmpdir.ts';
import { isAutodevError } from '../../work/errors.ts';
import { askIndex, prepareQuestion, type Question } from '../query/ask.ts';
import { PERSPECTIVES } from './all.ts';

const CWD = '/w/app';
const bash = (command: string): Turn => ({ use: ['Bash', { command }] });
const edit = (file: string): Turn => ({ use: ['Edit', { file_path: `${CWD}/${file}` }] });

/** Six sessions of two tests each, one of twelve; two that edit the same files. */
const SESSIONS: Readonly<Record<string, Turn[]>> = {
  loop: [
    { ask: '[autodev] fix the login' },
    ...Array.from({ length: 12 }, () => bash('npm test')),
    edit('a.ts'),
  ],
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, n) => [
      `calm${n}`,
      [{ ask: '[autodev] small task' }, bash('npm test'), bash('npm test'), bash('git status')],
    ]),
  ),
  pairA: [{ ask: '로그인 화면' }, edit('x.ts'), edit('y.ts'), edit('x.ts')],
  pairB: [
    { at: '2026-01-05T13:00:00.000Z', ask: 'again' },
    { ...edit('x.ts'), at: '2026-01-05T13:01:00.000Z' },
    { ...edit('y.ts'), at: '2026-01-05T13:02:00.000Z' },
    { ...edit('z.ts'), at: '2026-01-12T13:02:00.000Z' },
  ],
};

describe('perspectives', () => {
  let tmp: TmpDir;
  let index: string;
  before(async () => {
    tmp = await tmpdir();
    index = join(tmp.path, 'index.db');
    for (const [session, turns] of Object.entries(SESSIONS))
      putTranscript(tmp.path, CWD, session, turnsAsLines(session, CWD, turns));
    await indexHome(tmp.path);
  });
  after(() => tmp[Symbol.asyncDispose]());

  const rows = (perspective: string, params: string[] = [], rest: Partial<Question> = {}) =>
    askIndex(index, prepareQuestion({ perspective, params, ...rest }));

  test('tool-frequency counts uses and sessions', () => {
    assert.deepEqual(rows('tool-frequency', ['top=2']), [
      { tool: 'Bash:test', frequency: 24, sessions: 7 },
      { tool: 'Edit', frequency: 7, sessions: 3 },
    ]);
  });

  test('transitions give what follows a tool; Bash stands for all its classes', () => {
    const expected = [
      { to_tool: 'Bash:test', count: 17, probability: 17 / 24 },
      { to_tool: 'Bash:git', count: 6, probability: 6 / 24 },
      { to_tool: 'Edit', count: 1, probability: 1 / 24 },
    ];
    assert.deepEqual(rows('transitions', ['tool=Bash:test']), expected);
    assert.deepEqual(rows('transitions', ['tool=Bash']), expected);
    assert.deepEqual(rows('transitions', ['tool=Nothing']), []);
  });

  test('trends count no use before since, also within its week', () => {
    const edits = { week_start: '2026-01-12', tool_name: 'Edit', count: 1, session_count: 1 };
    assert.deepEqual(rows('trends', ['since=2026-01-12']), [edits]);
    assert.deepEqual(rows('trends', ['since=2026-01-12T13:02']), [edits]);
    assert.deepEqual(rows('trends', ['since=2026-01-12T13:03']), []);
    assert.deepEqual(rows('trends', ['since=2026-01-14']), []);
    assert.deepEqual(rows('trends', ['since=2026-01-06']), [edits]);
    assert.deepEqual(rows('trends', ['since=2026-01-05T13:02'], { filter: "id = 'pairB'" }), [
      { week_start: '2026-01-05', tool_name: 'Edit', count: 1, session_count: 1 },
      edits,
    ]);
    assert.deepEqual(rows('trends', ['since=2026-01-04']), rows('trends'));
  });

  test('trends are by week, from Monday', () => {
    assert.deepEqual(
      rows('trends').map((row) => [row['week_start'], row['tool_name'], row['count'], row['session_count']]),
      [
        ['2026-01-05', 'Bash:test', 24, 7],
        ['2026-01-05', 'Bash:git', 6, 6],
        ['2026-01-05', 'Edit', 6, 3],
        ['2026-01-12', 'Edit', 1, 1],
      ],
    );
  });

  test('hotfiles count edits and sessions', () => {
    assert.deepEqual(rows('hotfiles', ['top=1']), [
      { file_path: '/w/app/x.ts', edit_count: 3, session_count: 2 },
    ]);
  });

  test('repetition gives sign · z² over sessions, with the population variance', () => {
    const counts = [12, 2, 2, 2, 2, 2, 2];
    const mean = counts.reduce((a, b) => a + b) / counts.length;
    const variance = counts.reduce((sum, n) => sum + (n - mean) ** 2, 0) / counts.length;
    const [found, ...others] = rows('repetition');
    assert.deepEqual(others, []);
    assert.deepEqual([found?.['session_id'], found?.['tool'], found?.['cnt']], ['loop', 'Bash:test', 12]);
    assert.ok(Math.abs(Number(found?.['deviation_score']) - (12 - mean) ** 2 / variance) < 1e-9);
    assert.deepEqual(rows('repetition', ['z_threshold=3']), []);
    assert.equal(rows('repetition', [], { filter: "first_prompt_snippet LIKE '[autodev]%'" }).length, 1);
    // One session cannot deviate from itself: it is held against all.
    assert.equal(rows('repetition', [], { filter: "session_id = 'loop'" })[0]?.['cnt'], 12);
    assert.deepEqual(rows('repetition', [], { filter: "session_id = 'calm1'" }), []);
  });

  test('prompts are found by their words, in Korean too, by role', () => {
    assert.deepEqual(rows('prompts', ['search=로그']), [
      {
        session_id: 'pairA',
        timestamp: '2026-01-05T12:01:00.000Z',
        char_count: 6,
        role: 'human',
        snippet: '로그인 화면',
      },
    ]);
    assert.deepEqual(rows('prompts', ['role=system']), []);
    assert.equal(rows('prompts', ['role=all', 'search=task']).length, 6);
    assert.equal(rows('prompts', ['search=]']).length, 7);
  });

  test('session-links tell shared files, their share of all, and the time between', () => {
    assert.deepEqual(rows('session-links'), [
      { session_a: 'pairA', session_b: 'pairB', shared_files: 2, overlap_ratio: 2 / 3, time_gap_minutes: 56 },
    ]);
    assert.deepEqual(rows('session-links', ['min_overlap=0.7']), []);
    for (const session of ['pairA', 'pairB'])
      assert.equal(rows('session-links', [], { filter: `id = '${session}'` }).length, 1);
    assert.equal(rows('session-links', [], { filter: "id = 'loop'" }).length, 0);
  });

  test('sequences are frequent pairs with how surely the second follows', () => {
    assert.deepEqual(rows('sequences', ['min_count=6', 'top=2']), [
      { sequence: 'Bash:test -> Bash:test', count: 17, probability: 17 / 24 },
      { sequence: 'Bash:test -> Bash:git', count: 6, probability: 6 / 24 },
    ]);
  });

  test('sessions come latest first; filtered-sessions takes its pattern literally', () => {
    assert.deepEqual(rows('sessions', ['top=1']), [
      {
        id: 'pairB',
        first_ts: '2026-01-05T13:00:00.000Z',
        last_ts: '2026-01-12T13:02:00.000Z',
        prompt_count: 1,
        tool_use_count: 3,
        duration_minutes: 7 * 24 * 60 + 2,
        first_prompt: 'again',
      },
    ]);
    assert.equal(rows('filtered-sessions', ['prompt_pattern=[autodev]']).length, 7);
    assert.equal(rows('filtered-sessions', ['prompt_pattern=%']).length, 0);
    assert.equal(rows('filtered-sessions', ['prompt_pattern=a=b']).length, 0);
  });

  test('costs are by day, model or session', () => {
    const [model] = rows('costs', ['by=model']);
    assert.deepEqual(
      [
        model?.['model'],
        model?.['sessions'],
        model?.['messages'],
        model?.['input_tokens'],
        model?.['output_tokens'],
      ],
      ['claude-sonnet-4-5', 9, 37, 3_700, 370],
    );
    assert.ok(Math.abs(Number(model?.['cost_usd']) - (3_700 * 3 + 370 * 15) / 1e6) < 1e-9);
    assert.deepEqual(
      rows('costs').map((row) => [row['day'], row['messages']]),
      [
        ['2026-01-12', 1],
        ['2026-01-05', 36],
      ],
    );
    assert.equal(rows('costs', ['by=session', 'top=3']).length, 3);
  });

  for (const { name } of PERSPECTIVES)
    test(`${name} knows only the sessions that the filter keeps`, () => {
      assert.deepEqual(rows(name, [], { filter: "session_id = 'nobody'" }), []);
      const json = JSON.stringify(rows(name, [], { filter: "session_id = 'pairA'" }));
      assert.doesNotMatch(json, /loop|calm/);
      assert.doesNotMatch(json, /Bash/);
      assert.deepEqual(rows(name, [], { since: '2030-01-01T00:00:00.000Z' }), []);
    });

  test('what makes no sense is a usage error', () => {
    const wrong: Question[] = [
      { perspective: 'nothing', params: [] },
      { perspective: 'hotfiles', params: ['size=1'] },
      { perspective: 'hotfiles', params: ['top=0'] },
      { perspective: 'hotfiles', params: ['top=x'] },
      { perspective: 'hotfiles', params: ['top'] },
      { perspective: 'hotfiles', params: ['constructor=1'] },
      { perspective: 'repetition', params: ['z_threshold=-1'] },
      { perspective: 'repetition', params: ['z_threshold=NaN'] },
      { perspective: 'session-links', params: ['min_overlap=1.5'] },
      { perspective: 'prompts', params: ['role=robot'] },
      { perspective: 'costs', params: ['by=year'] },
      { perspective: 'trends', params: ['since=yesterday'] },
    ];
    for (const question of wrong)
      assert.throws(
        () => prepareQuestion(question),
        (error) => isAutodevError(error, 'usage'),
        JSON.stringify(question),
      );
  });
});
