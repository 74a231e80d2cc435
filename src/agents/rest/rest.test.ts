import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { restAfter, type Rest } from './rest.ts';

const NOW = Date.parse('2026-11-16T06:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const limit = (resetsAt?: number) => ({ stopReason: 'limit' as const, text: 'enough', resetsAt });
const rested = (tries: number): Rest => ({
  agent: 'claude',
  reason: 'limit',
  text: 'enough',
  since: NOW - HOUR,
  until: NOW,
  told: false,
  tries,
});

describe('how long an agent rests', () => {
  for (const [what, resetsAt, until, told] of [
    ['five hours, as told', NOW + 5 * HOUR, NOW + 5 * HOUR, true],
    ['six days, as told', NOW + 6 * DAY, NOW + 6 * DAY, true],
    ['a minute at least', NOW + 11_000, NOW + MINUTE, true],
    ['a minute when the reset is over already', NOW - 3 * HOUR, NOW + MINUTE, false],
    ['six hours when the reset is years ahead', NOW + 900 * DAY, NOW + 6 * HOUR, false],
    ['a minute when nothing is told', undefined, NOW + MINUTE, false],
  ] as const)
    test(what, () => {
      const rest = restAfter('claude', limit(resetsAt), undefined, NOW);
      assert.deepEqual([rest.until - NOW, rest.told], [until - NOW, told]);
    });

  test('without a reset time it is asked again after 1, 2, 4 … minutes, and every half hour at last', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50].map(
      (tries) =>
        (restAfter('claude', limit(), tries === 0 ? undefined : rested(tries - 1), NOW).until - NOW) / MINUTE,
    );
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 30, 30]);
  });

  test('a clock that is wrong does not make it ask every minute', () => {
    const again = restAfter('claude', limit(NOW - HOUR), rested(3), NOW);
    assert.equal(again.until - NOW, 16 * MINUTE);
  });

  test('a rest that goes on began when it began', () => {
    assert.equal(restAfter('claude', limit(), rested(0), NOW).since, NOW - HOUR);
  });

  test('a missing login is looked at after a quarter of an hour', () => {
    const result = { stopReason: 'not_logged_in' as const, text: 'log in' };
    assert.equal(restAfter('claude', result, undefined, NOW).until - NOW, 15 * MINUTE);
  });
});
