import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock } from '../../test/support/clock.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { dailyLog } from './daily-log.ts';

describe('a line of the daily log', () => {
  test("has one time, the event's own where it has one, and its level", async () => {
    await using tmp = await tmpdir();
    const log = dailyLog(
      () => tmp.path,
      virtualClock(),
      () => 30,
    );
    log.line({ type: 'error', at: '2026-01-02T03:04:05.000Z' }, 'error');
    log.line({ type: 'x' });
    const [name = ''] = await readdir(tmp.path);
    const lines = (await readFile(join(tmp.path, name), 'utf8')).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => line.match(/"at":/g)?.length),
      [1, 1],
    );
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([first?.['at'], first?.['level']], ['2026-01-02T03:04:05.000Z', 50]);
    assert.equal(second?.['level'], 30);
    assert.match(String(second?.['at']), /^\d{4}-.*Z$/);
  });
});
