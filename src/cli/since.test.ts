import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAutodevError } from '../work/errors.ts';
import { sinceGiven } from './since.ts';

test('a --since that names no moment is a mistake of usage, whichever command was given it', () => {
  const now = Date.parse('2026-02-20T12:00:00Z');
  assert.equal(sinceGiven('7d', now), Date.parse('2026-02-13T12:00:00Z'));
  for (const word of ['x', '', '2026-13-40', '2026-02-30', '7y'])
    assert.throws(
      () => sinceGiven(word, now),
      (error) => isAutodevError(error, 'usage'),
      word,
    );
});
