import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sourceOf } from '../../test/support/board-store.ts';
import { testHost } from '../../test/support/host.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { openStore } from '../store/sqlite/open.ts';
import { openWeb } from '../web/open.ts';
import { openWebDoor } from './web.ts';

/** The dashboard of a home, as a daemon opens it. */
async function openHome() {
  const tmp = await tmpdir();
  const store = openStore(':memory:');
  const source = sourceOf(store, tmp.path);
  const open = () => openWebDoor({ home: tmp.path, host: testHost(), source, serve: openWeb, port: () => 0 });
  return {
    file: join(tmp.path, 'web.json'),
    open,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}

describe('the address of the dashboard', () => {
  test('is the same after a restart, and kept in a file for its owner alone', async () => {
    await using home = await openHome();
    const before = home.open();
    const url = await before.open(undefined);
    await before.close();
    assert.equal((await stat(home.file)).mode & 0o777, 0o600);
    const after = home.open();
    assert.equal(await after.reopen(), undefined);
    assert.equal(await after.open(undefined), url);
    await after.close();
  });

  test('is not taken from a file that others can read, a link or a pipe, and no other is put in its place', async () => {
    await using home = await openHome();
    const before = home.open();
    await before.open(undefined);
    await before.close();
    const text = await readFile(home.file, 'utf8');
    const aside = `${home.file}.aside`;
    const places: [kind: string, put: () => Promise<unknown>, told: RegExp][] = [
      ['readable by others', () => chmod(home.file, 0o644), /web\.json can be read by others/],
      [
        'a link',
        async () => {
          await rename(home.file, aside);
          await chmod(aside, 0o600);
          await symlink(aside, home.file);
        },
        /web\.json is a link/,
      ],
      [
        'a pipe',
        async () => {
          await rm(home.file);
          execFileSync('mkfifo', ['-m', '600', home.file]);
        },
        /web\.json is not a regular file/,
      ],
    ];
    for (const [kind, put, told] of places) {
      await put();
      const door = home.open();
      assert.match((await door.reopen()) ?? '', told, kind);
      await assert.rejects(door.open(undefined), told, kind);
      await door.close();
    }
    assert.equal(await readFile(aside, 'utf8'), text, 'what the link led to is as it was');
    await rm(home.file);
    await writeFile(home.file, 'not ours any more', { mode: 0o600 });
    const door = home.open();
    const fresh = new URL(await door.open(undefined));
    assert.doesNotMatch(text, new RegExp(fresh.searchParams.get('token') ?? ''), 'a new token');
    await door.close();
  });
});
