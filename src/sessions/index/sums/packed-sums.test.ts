import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexHome, putTranscript, turnsAsLines, type Turn } from '../../../../test/support/session-home.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { askIndex, prepareQuestion } from '../../query/ask.ts';

const EDIT: Turn = { use: ['Edit', { file_path: '/w/a.ts' }] };
const READ: Turn = { use: ['Read', {}] };

test('packed sums follow a session that grows, comes and goes', async () => {
  await using tmp = await tmpdir();
  const index = join(tmp.path, 'index.db');
  const put = (session: string, ...turns: Turn[]) =>
    putTranscript(tmp.path, '/w', session, turnsAsLines(session, '/w', [{ ask: 'go' }, ...turns]));
  const rows = (perspective: string) =>
    askIndex(index, prepareQuestion({ perspective, params: [], filter: 'prompt_count > 0' })).map((row) =>
      Object.values(row),
    );
  const a = put('a', EDIT, READ);
  put('b', EDIT);
  await indexHome(tmp.path);
  assert.deepEqual(rows('tool-frequency'), [
    ['Edit', 2, 2],
    ['Read', 1, 1],
  ]);
  assert.deepEqual(rows('transitions'), [['Read', 1, 1]]);

  appendFileSync(a, turnsAsLines('a', '/w', [EDIT, READ]).join('\n').concat('\n'));
  put('c', { use: ['Grep', {}] });
  await indexHome(tmp.path);
  assert.deepEqual(rows('tool-frequency'), [
    ['Edit', 3, 2],
    ['Read', 2, 1],
    ['Grep', 1, 1],
  ]);
  assert.deepEqual(rows('transitions'), [
    ['Read', 2, 2 / 3],
    ['Edit', 1, 1 / 3],
  ]);
  assert.deepEqual(rows('trends'), [
    ['2026-01-05', 'Edit', 3, 2],
    ['2026-01-05', 'Read', 2, 1],
    ['2026-01-05', 'Grep', 1, 1],
  ]);

  rmSync(a);
  await indexHome(tmp.path);
  assert.deepEqual(rows('tool-frequency'), [
    ['Edit', 1, 1],
    ['Grep', 1, 1],
  ]);
  assert.deepEqual(rows('transitions'), []);
});
