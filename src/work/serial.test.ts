import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSerial } from './serial.ts';

test('work on one key takes turns, also after a failure; another key does not wait', async () => {
  const serial = openSerial();
  const told: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = serial.run('a', async () => {
    await gate.promise;
    told.push('first');
    throw new Error('no');
  });
  const second = serial.run('a', () => Promise.resolve(told.push('second')));
  await serial.run('b', () => Promise.resolve(told.push('other')));
  assert.deepEqual(told, ['other']);
  gate.resolve();
  await assert.rejects(first);
  await second;
  assert.deepEqual(told, ['other', 'first', 'second']);
});
