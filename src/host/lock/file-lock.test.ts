import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { withFileLock } from './file-lock.ts';
import { kernelLock } from './kernel-lock.ts';

describe('a file lock', () => {
  test('lets one in at a time, all of them in the end, and leaves no file behind', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'lock');
    const { clock } = testHost();
    let inside = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 12 }, () =>
        withFileLock(path, clock, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
          done += 1;
        }),
      ),
    );
    assert.deepEqual({ most, done, left: existsSync(path) }, { most: 1, done: 12, left: false });
  });

  test('is free again after the work failed', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'lock');
    const { clock } = testHost();
    const failed = withFileLock(path, clock, () => Promise.reject(new Error('x')));
    await assert.rejects(failed, /x/);
    assert.equal(await withFileLock(path, clock, async () => 7), 7);
  });

  test('of a file whose holder removed it is no lock: the next one locks the file that is there', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'lock');
    const first = kernelLock(path);
    assert.notEqual(first, undefined);
    assert.equal(kernelLock(path), undefined);
    first?.close();
    assert.equal(await withFileLock(path, testHost().clock, async () => kernelLock(path)), undefined);
  });
});
