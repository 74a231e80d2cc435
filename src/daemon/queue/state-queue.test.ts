import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StateQueue } from './state-queue.ts';

const item = (id: string) => ({ id });

describe('a state queue', () => {
  test('gives items of a state in the order they came', () => {
    const queue = new StateQueue<{ id: string }, 'A' | 'B'>();
    for (const id of ['1', '2', '3']) queue.push('A', item(id));
    assert.deepEqual(
      [queue.pop('A')?.id, queue.pop('A')?.id, queue.len('A'), queue.pop('B')],
      ['1', '2', 1, undefined],
    );
  });

  test('moves an item only from the state it is in', () => {
    const queue = new StateQueue<{ id: string }, 'A' | 'B'>();
    queue.push('A', item('1'));
    assert.equal(queue.transit('B', 'A', '1'), false);
    assert.equal(queue.transit('A', 'B', '1'), true);
    assert.deepEqual([queue.len('A'), queue.len('B'), queue.stateOf('1')], [0, 1, 'B']);
  });

  test('holds an item once, however often it is pushed', () => {
    const queue = new StateQueue<{ id: string }, 'A' | 'B'>();
    queue.push('A', item('1'));
    queue.push('B', item('1'));
    assert.deepEqual([queue.len('A'), queue.len('B'), queue.size], [0, 1, 1]);
  });

  test('returns what it removes, and undefined for what is not there', () => {
    const queue = new StateQueue<{ id: string }, 'A'>();
    queue.push('A', item('1'));
    assert.equal(queue.remove('1')?.id, '1');
    assert.equal(queue.remove('1'), undefined);
    assert.equal(queue.size, 0);
  });

  test('can be walked while items are moved and removed', () => {
    const queue = new StateQueue<{ id: string }, 'A' | 'B'>();
    for (const id of ['1', '2', '3', '4', '5']) queue.push('A', item(id));
    const seen: string[] = [];
    for (const { id } of queue.items('A')) {
      seen.push(id);
      if (id !== '2') continue;
      queue.remove('2');
      queue.remove('3');
      queue.transit('A', 'B', '4');
      queue.push('A', item('6'));
    }
    assert.deepEqual(seen, ['1', '2', '5', '6']);
    assert.deepEqual(
      [...queue.items('B')].map(({ id }) => id),
      ['4'],
    );
  });

  test('keeps its counts true over 100,000 items moved and removed in any order', () => {
    const queue = new StateQueue<{ id: string }, 'A' | 'B'>();
    const count = 100_000;
    for (let i = 0; i < count; i += 1) queue.push('A', item(String(i)));
    for (let i = 0; i < count; i += 2) queue.transit('A', 'B', String(i));
    for (let i = 0; i < count; i += 3) queue.remove(String(i));
    const removed = Math.ceil(count / 3);
    assert.equal(queue.size, count - removed);
    assert.equal(queue.len('A') + queue.len('B'), count - removed);
  });
});
