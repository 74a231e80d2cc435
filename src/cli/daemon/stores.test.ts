import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { takeLock } from '../../daemon/lock.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { MIGRATIONS } from '../../store/sqlite/migrations.ts';
import { readStore } from './stores.ts';

const repositories = (home: string) => readStore(home, (store) => store.repositories.list());

function writtenByTheFirstVersion(home: string): void {
  openDatabase(join(home, 'autodev.db'), { migrations: MIGRATIONS.slice(0, 1) }).close();
}

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
