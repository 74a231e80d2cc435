import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock } from '../../test/support/clock.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
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
