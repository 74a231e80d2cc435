import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { takeLock } from '../../daemon/lock.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { MIGRATIONS } from '../../store/sqlite/migrations.ts';
import { readStore, writeStore } from './stores.ts';

const repositories = (home: string) => readStore(home, (store) => store.repositories.list());

function writtenByTheFirstVersion(home: string): void {
  openDatabase(join(home, 'autodev.db'), { migrations: MIGRATIONS.slice(0, 1) }).close();
}

describe('a home that belongs to a cluster', () => {
  // Nobody listens there.
  const cluster = 'cluster: postgres://ann@127.0.0.1:1/autodev';
  const stores = [
    repositories,
    (home: string) => writeStore(home, (store) => store.commands.leave({ name: 'pause' })),
  ];

  test('has no other store, also while its configuration has a mistake elsewhere', async () => {
    for (const mistake of ['', 'daemon: {max_concurent: 3}', 'nonsense: 1']) {
      await using tmp = await tmpdir();
      await writeFile(join(tmp.path, 'config.yaml'), `${cluster}\n${mistake}\n`);
      for (const ask of stores) await assert.rejects(ask(tmp.path), { code: 'store_unavailable' });
      assert.equal(existsSync(join(tmp.path, 'autodev.db')), false);
    }
  });

  test('of which it cannot be told which one is told the mistake', async () => {
    for (const text of ['cluster: [1]', `${cluster}\n${cluster}`, `${cluster}\n  a: b: c`, 'cluster: h/x']) {
      await using tmp = await tmpdir();
      await writeFile(join(tmp.path, 'config.yaml'), `${text}\n`);
      for (const ask of stores) await assert.rejects(ask(tmp.path), { code: 'invalid_config' }, text);
      assert.equal(existsSync(join(tmp.path, 'autodev.db')), false);
    }
  });
});

describe('reading the store', () => {
  test('before there is one gives nothing and makes none', async () => {
    await using tmp = await tmpdir();
    assert.deepEqual(await repositories(tmp.path), []);
    assert.equal(existsSync(join(tmp.path, 'autodev.db')), false);
  });

  test('of an earlier version brings it up to date', async () => {
    await using tmp = await tmpdir();
    writtenByTheFirstVersion(tmp.path);
    assert.deepEqual(await repositories(tmp.path), []);
  });

  test('of an earlier version that its daemon still uses is refused', async () => {
    await using tmp = await tmpdir();
    writtenByTheFirstVersion(tmp.path);
    await using _lock = await takeLock(tmp.path);
    await assert.rejects(repositories(tmp.path), { code: 'store_broken', hint: /autodev restart/ });
  });
});
