import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { dailyLog, localDate } from './daily-log.ts';

const DAY = 24 * 3_600_000;

describe('the daily log', () => {
  test('begins a new file at local midnight, one JSON line per entry, without secrets', async () => {
    await using tmp = await tmpdir();
    const clock = virtualClock();
    const log = dailyLog(
      () => tmp.path,
      clock,
      () => 30,
    );
    log.line({ type: 'first', text: `token ghp_${'a'.repeat(36)}` });
    await clock.advance(DAY);
    log.line({ type: 'second' });
    const names = readdirSync(tmp.path).sort();
    assert.deepEqual(names, [
      `daemon.${localDate(clock.now() - DAY)}.log`,
      `daemon.${localDate(clock.now())}.log`,
    ]);
    const [line] = names.map((name) => readFileSync(join(tmp.path, name), 'utf8'));
    assert.equal((JSON.parse(line ?? '') as { type: string }).type, 'first');
    assert.doesNotMatch(line ?? '', /ghp_/);
  });

  test('files past retention are deleted, everything else in the folder is left alone', async () => {
    await using tmp = await tmpdir();
    const clock = virtualClock();
    const day = (back: number) => `daemon.${localDate(clock.now() - back * DAY)}.log`;
    for (const name of [day(0), day(2), day(3), day(4), day(400), 'notes.txt', 'daemon.log'])
      writeFileSync(join(tmp.path, name), '');
    let days = 3;
    const log = dailyLog(
      () => tmp.path,
      clock,
      () => days,
    );
    log.clean();
    assert.deepEqual(
      readdirSync(tmp.path).sort(),
      [day(3), day(2), day(0), 'daemon.log', 'notes.txt'].sort(),
    );
    days = 1;
    log.clean();
    assert.deepEqual(readdirSync(tmp.path).sort(), [day(0), 'daemon.log', 'notes.txt'].sort());
  });

  test('another folder is used from the moment it is configured; one that cannot be written stops nothing', async () => {
    await using tmp = await tmpdir();
    let folder = join(tmp.path, 'one');
    const log = dailyLog(
      () => folder,
      virtualClock(),
      () => 30,
    );
    log.line({ type: 'a' });
    folder = join(tmp.path, 'two');
    log.line({ type: 'b' });
    writeFileSync(join(tmp.path, 'file'), '');
    folder = join(tmp.path, 'file');
    log.line({ type: 'lost' });
    log.clean();
    assert.equal(readdirSync(join(tmp.path, 'one')).length, 1);
    assert.equal(readdirSync(join(tmp.path, 'two')).length, 1);
  });
});

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
