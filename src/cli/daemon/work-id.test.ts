import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { workId, type WorkId } from '../../work/ids.ts';
import { findWork } from './work-id.ts';

async function known(...numbers: number[]) {
  const store = openStore(':memory:');
  for (const number of numbers)
    await store.events.append({ type: 'item.refused', work: workId('issue', 'o/r', number), reason: '' });
  await store.events.append({ type: 'item.refused', work: workId('pr', 'o/r', 7), reason: '' });
  return store;
}

describe('an id', () => {
  test('is found by itself, also where it begins others', async () => {
    assert.equal(await findWork(await known(4, 42), 'issue:o/r:4'), 'issue:o/r:4');
  });

  test('is found by a beginning that only it has', async () => {
    assert.equal(await findWork(await known(42), 'iss'), 'issue:o/r:42');
    assert.equal(
      await findWork(await known(4, 42), 'p', { exactly: true }),
      'pr:o/r:7' satisfies string as WorkId,
    );
  });

  test('that could be several is a usage error that lists them', async () => {
    await assert.rejects(findWork(await known(41, 42), 'issue:o/r:4'), {
      code: 'usage',
      why: 'issue:o/r:41, issue:o/r:42',
    });
  });

  test('that is unknown is not found, whatever it holds', async () => {
    for (const text of ['issue:o/r:9', 'x', '', '%', '_', "'; DROP TABLE events; --"])
      await assert.rejects(findWork(await known(4), text), { code: 'not_found' });
  });

  test('that is whole never means a longer one where something is changed', async () => {
    await assert.rejects(findWork(await known(42), 'issue:o/r:4', { exactly: true }), {
      code: 'not_found',
      hint: 'did you mean issue:o/r:42?',
    });
    assert.equal(await findWork(await known(42), 'issue:o/r:4'), 'issue:o/r:42');
  });
});
