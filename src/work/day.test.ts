import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, atHour, dayNumber, dayOf, dayOfNumber, daySpan, isDay, parseDay } from './day.ts';

describe('days', () => {
  test('a day is a date of the calendar, and nothing else', () => {
    for (const day of ['2026-02-20', '2024-02-29', '2026-12-31']) assert.equal(isDay(day), true, day);
    for (const text of [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-2-3',
      'today',
      '',
      '2026-02-20T00:00',
    ])
      assert.equal(isDay(text), false, text);
  });

  test('days follow each other over months, years and changed clocks', () => {
    assert.equal(addDays('2026-02-28', 1), '2026-03-01');
    assert.equal(addDays('2026-01-01', -1), '2025-12-31');
    for (let day = '2026-01-01', n = 0; n < 400; n += 1, day = addDays(day, 1)) {
      const { from, to } = daySpan(day);
      assert.equal(daySpan(addDays(day, 1)).from, to, day);
      assert.deepEqual([dayOf(from), dayOf(to - 1)], [day, day]);
      for (let hour = 0; hour < 24; hour += 1) assert.equal(dayOf(atHour(day, hour)), day, `${day} ${hour}`);
    }
  });

  test('a day as a number is found again, and a number that is no day is none', () => {
    assert.equal(dayNumber('2026-02-20'), 20_260_220);
    assert.equal(dayOfNumber(20_260_220), '2026-02-20');
    for (const number of [1, 20_260_230, 99_999_999]) assert.equal(dayOfNumber(number), undefined);
  });

  test('people may say today and yesterday; what is no day is a mistake of usage', () => {
    const now = atHour('2026-03-01', 9);
    assert.equal(parseDay('today', now), '2026-03-01');
    assert.equal(parseDay('yesterday', now), '2026-02-28');
    assert.throws(() => parseDay('2026-02-30', now), { code: 'usage' });
  });
});
