import assert from 'node:assert/strict';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { systemClock } from '../clock.ts';
import { dailyLog, localDate } from '../log/daily-log.ts';
import { takeProcessLock } from '../lock/process-lock.ts';
import { appendJsonLine, writableFolder } from './files.ts';
import { openDatabase } from '../db/sqlite.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a database and what lies beside it are for us alone, also one that was open to others', async () => {
  await using tmp = await tmpdir();
  const old = join(tmp.path, 'old.db');
  openDatabase(old).close();
  await chmod(old, 0o644);
  for (const path of [join(tmp.path, 'home', 'autodev.db'), old]) {
    const db = openDatabase(path);
    db.raw.exec('CREATE TABLE t (x)');
    for (const file of [path, `${path}-wal`, `${path}-shm`]) assert.equal(await modeOf(file), '600', file);
    db.close();
  }
  assert.equal(await modeOf(join(tmp.path, 'home')), '700');
});

test('a file in the way of a database is still told in words', async () => {
  await using tmp = await tmpdir();
  await mkdir(join(tmp.path, 'a.db'));
  assert.throws(() => openDatabase(join(tmp.path, 'a.db')), { code: 'io' });
  await writeFile(join(tmp.path, 'b.db'), 'no database, but long enough to look at its header'.repeat(20));
  assert.throws(() => openDatabase(join(tmp.path, 'b.db')), { code: 'store_broken' });
});

test('the folders of the program and its logs are for us alone', async () => {
  await using tmp = await tmpdir();
  const home = join(tmp.path, 'home');
  await writableFolder(home, 'the autodev folder');
  assert.equal(await modeOf(home), '700');
  const logs = join(tmp.path, 'logs');
  dailyLog(
    () => logs,
    systemClock,
    () => 1,
  ).line({ type: 'x' });
  assert.equal(await modeOf(logs), '700');
  assert.equal(await modeOf(join(logs, `daemon.${localDate(systemClock.now())}.log`)), '600');
});

test('the pid file and lines of JSON are for us alone', async () => {
  await using tmp = await tmpdir();
  await appendJsonLine(join(tmp.path, 'lines.jsonl'), {});
  assert.equal(await modeOf(join(tmp.path, 'lines.jsonl')), '600');
  await using lock = await takeProcessLock(join(tmp.path, 'daemon.pid'));
  assert.ok(lock);
  assert.equal(await modeOf(join(tmp.path, 'daemon.pid')), '600');
});
