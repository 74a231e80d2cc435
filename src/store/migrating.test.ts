import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginMigration, endMigration, mustBeWhole } from './migrating.ts';
import { openStore } from './sqlite/open.ts';

describe('a migration', () => {
  test('that did not come to its end keeps everybody out, and is gone on with from where it was begun', async () => {
    const store = openStore(':memory:');
    await mustBeWhole(store);
    assert.equal(await beginMigration(store, 'here:/home'), false);
    await assert.rejects(mustBeWhole(store), { code: 'refused' });
    await assert.rejects(beginMigration(store, 'there:/home'), { code: 'refused' });
    assert.equal(await beginMigration(store, 'here:/home'), true);
    await endMigration(store);
    await mustBeWhole(store);
    assert.equal(await beginMigration(store, 'there:/home'), false);
    await store.close();
  });
});
