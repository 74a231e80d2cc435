import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { linkInside, listInside, readInside, rootOf } from './inside.ts';

describe('the door to files that somebody else may have written', () => {
  test('opens nothing by way of a link, neither in the last place nor on the way', async () => {
    await using tmp = await tmpdir();
    const root = join(rootOf(tmp.path), 'root');
    await mkdir(join(tmp.path, 'outside', 'deep'), { recursive: true });
    await writeFile(join(tmp.path, 'outside', 'deep', 'secret'), 'canary');
    await mkdir(root);
    await symlink('../outside', join(root, 'way'));
    await symlink('../outside/deep/secret', join(root, 'file'));
    assert.equal(readInside(root, 'file', 100), undefined);
    assert.equal(readInside(root, 'way/deep/secret', 100), undefined);
    assert.equal(await listInside(root, 'way'), undefined);
    assert.equal(await listInside(root, 'way/deep'), undefined);
    assert.equal(linkInside(root, 'file'), '../outside/deep/secret');
  });

  test('never waits, and reads no more than it may', async () => {
    await using tmp = await tmpdir();
    const root = rootOf(tmp.path);
    execFileSync('mkfifo', [join(tmp.path, 'pipe')]);
    await writeFile(join(tmp.path, 'giant'), '');
    await truncate(join(tmp.path, 'giant'), 60_000_000_000);
    assert.equal(readInside(root, 'pipe', 100), undefined);
    assert.equal(readInside(root, '.', 100), undefined);
    assert.throws(() => readInside(root, 'giant', 1_000), { code: 'io' });
    assert.deepEqual(
      (await listInside(root, ''))?.map(({ name, kind, size }) => `${name} ${kind} ${size}`).sort(),
      ['giant file 60000000000', 'pipe pipe 0'],
    );
  });

  test('a stamp differs after every change: other words, another mode, another file of the same name', async () => {
    await using tmp = await tmpdir();
    const root = rootOf(tmp.path);
    const path = join(tmp.path, 'a');
    const stamp = async () => (await listInside(root, ''))?.find(({ name }) => name === 'a')?.stamp ?? '';
    const seen = new Set<string>();
    const changes: (() => Promise<unknown> | void)[] = [
      () => writeFile(path, 'one'),
      () => writeFile(path, 'two'),
      () => void execFileSync('chmod', ['+x', path]),
      () => void execFileSync('touch', ['-d', '2001-01-01', path]),
      async () => {
        await writeFile(`${path}.new`, 'two');
        await rename(`${path}.new`, path);
      },
      () => rm(path),
    ];
    for (const change of changes) {
      await change();
      seen.add(await stamp());
      // A tick of the kernel's clock, by which it tells times apart.
      execFileSync('sleep', ['0.02']);
    }
    assert.equal(seen.size, changes.length);
    await writeFile(path, 'two');
    assert.equal(readInside(root, 'a', 100, 'another stamp'), undefined);
    assert.equal(readInside(root, 'a', 100, await stamp())?.toString(), 'two');
  });
});
