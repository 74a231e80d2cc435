import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../../store/sqlite/open.ts';
import { workId } from '../../../work/ids.ts';
import { hashOf } from './freeze.ts';
import type { FrozenInput } from './input.ts';
import { submit } from './submit.ts';

const work = workId('issue', 'o/r', 1);
const frozen: FrozenInput = {
  repo: 'o/r',
  number: 1,
  title: 't',
  author: 'a',
  contentHash: 'h',
  baseRef: 'main',
  baseSha: 'b',
  lesson: null,
};

describe('submitting a run', () => {
  test('unchanged input gives the same run, with what it already paid for', async () => {
    const store = openStore(':memory:');
    const first = await submit(store, work, frozen);
    await store.steps.start(first.id, 'analyze', 0);
    await store.steps.finish(first.id, 'analyze', 0, { result: { x: 1 }, commit: null, costUsd: 1 });
    const again = await submit(store, work, { ...frozen });
    assert.equal(again.id, first.id);
    assert.equal((await store.steps.finished(again.id)).length, 1);
  });

  test('changed input is a new run', async () => {
    const store = openStore(':memory:');
    const first = await submit(store, work, frozen);
    assert.notEqual((await submit(store, work, { ...frozen, contentHash: 'other' })).id, first.id);
  });

  test('a failure raises the attempt and carries over what it names, for free', async () => {
    const store = openStore(':memory:');
    const first = await submit(store, work, frozen);
    for (const name of ['analyze', 'implement']) {
      await store.steps.start(first.id, name, 0);
      await store.steps.finish(first.id, name, 0, { result: name, commit: null, costUsd: 2 });
    }
    await store.runs.finish(first.id, 'failed', 'checks');
    await store.attempts.put({
      work,
      inputHash: first.inputHash,
      failures: 1,
      notBefore: 0,
      lastError: '',
      carryFrom: first.id,
      carry: [{ name: 'analyze', round: 0 }],
      lesson: { text: 'boom', commit: 'c' },
    });
    const second = await submit(store, work, frozen);
    assert.equal(second.attempt, 2);
    assert.deepEqual((second.input as FrozenInput).lesson, { text: 'boom', commit: 'c' });
    const carried = await store.steps.finished(second.id);
    assert.deepEqual(
      carried.map(({ name, costUsd, carriedFrom }) => ({ name, costUsd, carriedFrom })),
      [{ name: 'analyze', costUsd: 0, carriedFrom: first.id }],
    );
    assert.equal((await submit(store, work, frozen)).id, second.id);
  });

  test('failures of another input are forgotten', async () => {
    const store = openStore(':memory:');
    await store.attempts.put({
      work,
      inputHash: 'other',
      failures: 2,
      notBefore: 5,
      lastError: '',
      carryFrom: null,
      carry: [],
      lesson: null,
    });
    assert.equal((await submit(store, work, frozen)).attempt, 1);
    assert.equal(await store.attempts.get(work), undefined);
  });

  test('the same input after an end is done once more, as a new attempt', async () => {
    const store = openStore(':memory:');
    const first = await submit(store, work, frozen);
    await store.runs.finish(first.id, 'skip', 'wontfix');
    assert.equal((await submit(store, work, frozen)).attempt, 2);
  });

  test('the order of keys does not change a hash, their values do', () => {
    assert.equal(hashOf({ a: 1, b: [1, { c: 2, d: 3 }] }), hashOf({ b: [1, { d: 3, c: 2 }], a: 1 }));
    assert.notEqual(hashOf({ a: 1 }), hashOf({ a: 2 }));
    assert.notEqual(hashOf(['a', 'b']), hashOf(['b', 'a']));
  });
});
