import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';

const { files } = testHost();

describe('the files door of a host', () => {
  test('reads a regular file up to the cap, and nothing else', async () => {
    await using tmp = await tmpdir();
    const at = (name: string) => join(tmp.path, name);
    await writeFile(at('file'), '한글');
    await writeFile(at('empty'), '');
    await mkdir(at('folder'));
    await symlink(at('file'), at('link'));
    await symlink(at('nowhere'), at('dangling'));
    execFileSync('mkfifo', [at('pipe')]);
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      assert.equal(await files.read(at('file'), { cap: 6 }), '한글');
      assert.equal(await files.read(at('empty'), { cap: 0 }), '');
      assert.equal(await files.read(at('gone'), { cap: 6 }), undefined);
      assert.equal(await files.read(at('link'), { cap: 6, followLinks: true }), '한글');
      await assert.rejects(files.read(at('file'), { cap: 5 }), /6 bytes; at most 5/);
      await assert.rejects(files.read(at('link'), { cap: 6 }), /it is a link/);
      await assert.rejects(files.read(at('dangling'), { cap: 6 }), /it is a link/);
      await assert.rejects(files.read(at('dangling'), { cap: 6, followLinks: true }), /leads nowhere/);
      for (const name of ['folder', 'pipe', 'socket'])
        await assert.rejects(files.read(at(name), { cap: 6 }), /not a regular file/, name);
      // It says that it has no bytes, and has more than the cap.
      await assert.rejects(files.read('/proc/self/maps', { cap: 10 }), /at most 10 are read/);
    } finally {
      server.close();
    }
  });

  test('says what lies somewhere without following links', async () => {
    await using tmp = await tmpdir();
    await files.write(join(tmp.path, 'deep', 'file'), 'x');
    await symlink('deep', join(tmp.path, 'link'));
    assert.equal(await files.kind(join(tmp.path, 'deep')), 'folder');
    assert.equal(await files.kind(join(tmp.path, 'link')), 'link');
    assert.equal(await files.kind('/dev/null'), 'other');
    assert.equal(await files.kind(join(tmp.path, 'gone')), undefined);
    const found = (await files.list(tmp.path)).sort((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(found, [
      { name: 'deep', kind: 'folder' },
      { name: 'link', kind: 'link' },
    ]);
    assert.deepEqual(await files.list(join(tmp.path, 'gone')), []);
  });

  test('a temporary folder lies where it was asked for, and is gone afterwards', async () => {
    await using tmp = await tmpdir();
    const made = await files.temporaryFolder(tmp.path);
    assert.deepEqual(await files.list(tmp.path), [
      { name: made.path.slice(tmp.path.length + 1), kind: 'folder' },
    ]);
    await made.remove();
    assert.deepEqual(await files.list(tmp.path), []);
  });
});
