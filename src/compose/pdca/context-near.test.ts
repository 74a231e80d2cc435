import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { contextNear, nearIn } from './context-near.ts';

const turn = (used: number, model = 'claude-sonnet') =>
  JSON.stringify({
    message: {
      model,
      usage: { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: used - 10 },
    },
  });

test('the last turn that says its use decides, against the window of its model', () => {
  const rows: [row: string, lines: string[], near: boolean][] = [
    ['no turn yet', [], false],
    ['under 80 % of 200,000', [turn(159_999)], false],
    ['80 % of 200,000', [turn(160_000)], true],
    ['cleared since', [turn(190_000), turn(10_000)], false],
    ['a line without use after it', [turn(190_000), '{"type":"user"}'], true],
    ['a long window', [turn(190_000, 'claude-sonnet[1m]')], false],
    ['more than the short window holds', [turn(790_000)], false],
    ['80 % of the long window', [turn(800_000)], true],
  ];
  for (const [row, lines, near] of rows) assert.equal(nearIn(lines), near, row);
});

test("the newest transcript of the project's folder is read; outside a session there is none", async () => {
  await using tmp = await tmpdir();
  const folder = join(tmp.path, 'projects', '-work-app');
  mkdirSync(folder, { recursive: true });
  const add = (name: string, used: number, at: number) => {
    writeFileSync(join(folder, name), `${turn(used)}\n`);
    utimesSync(join(folder, name), at, at);
  };
  add('old.jsonl', 190_000, 1_000);
  add('new.jsonl', 10_000, 2_000);
  assert.equal(await contextNear(tmp.path, '/work/app'), false);
  add('newest.jsonl', 190_000, 3_000);
  assert.equal(await contextNear(tmp.path, '/work/app'), true);
  assert.equal(await contextNear(tmp.path, '/work/other'), false);
  assert.equal(await contextNear(undefined, '/work/app'), false);
});
