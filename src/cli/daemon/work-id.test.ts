import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { isAutodevError } from '../../work/errors.ts';
import { workId, type WorkId } from '../../work/ids.ts';
import { findWork, findWorkOf } from './work-id.ts';

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

describe('a short id', () => {
  const IDS = [
    'issue:org/app:2',
    'issue:org/web:3',
    'issue:org/app:20',
    'pr:org/app:5',
    'merge:org/app:5',
    'knowledge:org/app:2',
  ];
  async function store() {
    const store = openStore(':memory:');
    for (const id of IDS) await store.events.append({ type: 'item.refused', work: id as WorkId, reason: '' });
    return store;
  }

  for (const [words, id] of [
    [['2'], 'issue:org/app:2'],
    [['#2'], 'issue:org/app:2'],
    [['app#2'], 'issue:org/app:2'],
    [['org/app#2'], 'issue:org/app:2'],
    [['ORG/App#2'], 'issue:org/app:2'],
    [['issue', '2'], 'issue:org/app:2'],
    [['issue', '#2'], 'issue:org/app:2'],
    [['issue #2'], 'issue:org/app:2'],
    [['knowledge', '2'], 'knowledge:org/app:2'],
    [['web#3'], 'issue:org/web:3'],
    [['pr', '5'], 'pr:org/app:5'],
    [['PR #5'], 'pr:org/app:5'],
    [['pr#5'], 'pr:org/app:5'],
    [['pr:5'], 'pr:org/app:5'],
    [['merge', 'app#5'], 'merge:org/app:5'],
  ] as const)
    test(`${words.join(' ')} is ${id}`, async () => {
      assert.equal(await findWorkOf(await store(), words, { exactly: true }), id);
    });

  test('that could be several is a usage error that lists them', async () => {
    await assert.rejects(findWorkOf(await store(), ['5']), {
      code: 'usage',
      why: 'merge:org/app:5, pr:org/app:5',
    });
  });

  test('of nothing known is not found, whatever words stand before the number', async () => {
    for (const words of [['9'], ['web#2'], ['pr', '2'], ['pr', 'web#5'], ['rg/app#2'], ['0'], ['2', '3']])
      await assert.rejects(findWorkOf(await store(), words), (error) =>
        isAutodevError(error, 'not_found', 'usage'),
      );
  });

  test('is an item that nothing is recorded about, where one repository is meant', async () => {
    const known = await store();
    for (const name of ['org/app', 'org/web'])
      await known.repositories.put({
        name,
        url: `https://example.org/${name}`,
        enabled: true,
        origin: 'config',
      });
    assert.equal(await findWorkOf(known, ['app#9'], { unseen: true }), 'issue:org/app:9');
    assert.equal(await findWorkOf(known, ['pr', 'web#9'], { unseen: true }), 'pr:org/web:9');
    await assert.rejects(findWorkOf(known, ['9'], { unseen: true }), {
      code: 'usage',
      why: 'issue:org/app:9, issue:org/web:9',
    });
    await assert.rejects(findWorkOf(known, ['other#9'], { unseen: true }), { code: 'not_found' });
  });
});
