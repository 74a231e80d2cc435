import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, span } from './moments.ts';

test('spans are told in the largest unit that says something', () => {
  const told = [0, 59, 60, 61, 3_599, 3_600, 5_400, 86_400, 90_000, 200_000].map(span);
  assert.deepEqual(told, [
    '0 s',
    '59 s',
    '1 min',
    '1 min',
    '59 min',
    '1 h',
    '1 h 30 min',
    '1 d',
    '1 d 1 h',
    '2 d 7 h',
  ]);
});

test('what never happened is never', () => {
  assert.equal(ago(null, 0), 'never');
  assert.equal(ago('1970-01-01T00:00:10.000Z', 70_000), '1 min ago');
});
