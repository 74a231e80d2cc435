import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { lockFile, lockHolder, takeLock } from './lock.ts';

describe('the daemon lock', () => {
  test('is held by one at a time, and is free again after release', async () => {
    await using tmp = await tmpdir();
    const lock = await takeLock(tmp.path);
    assert.equal((await lockHolder(tmp.path))?.pid, process.pid);
    await assert.rejects(takeLock(tmp.path), { code: 'already_running' });
    await lock.release();
    assert.equal(await lockHolder(tmp.path), undefined);
    await (await takeLock(tmp.path)).release();
  });

  test('a lock of a process that is gone is taken over', async () => {
    await using tmp = await tmpdir();
    await writeFile(lockFile(tmp.path), '4194000 boot/1\n');
    await (await takeLock(tmp.path)).release();
  });

  test('a lock whose pid belongs to another process by now is taken over', async () => {
    await using tmp = await tmpdir();
    await writeFile(lockFile(tmp.path), `${process.pid} another-boot/12345\n`);
    assert.equal(await lockHolder(tmp.path), undefined);
    await using lock = await takeLock(tmp.path);
    assert.ok(lock);
    assert.match(await readFile(lockFile(tmp.path), 'utf8'), new RegExp(`^${process.pid} `));
  });

  test('a broken lock file does not lock anybody out', async () => {
    await using tmp = await tmpdir();
    await writeFile(lockFile(tmp.path), 'garbage');
    await (await takeLock(tmp.path)).release();
  });

  test('of many at once exactly one wins', async () => {
    await using tmp = await tmpdir();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(tmp.path)));
    assert.equal(tries.filter((each) => each.status === 'fulfilled').length, 1);
  });
});
