import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isActiveAt, nextActiveAt } from './active-hours.ts';

/** Local time in the week of Monday, 5 January 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 0, 4 + day, hour, minute).getTime();
const [MON, FRI, SAT, SUN] = [1, 5, 6, 7];

describe('active hours', () => {
  const cases: [windows: string[], when: number, active: boolean][] = [
    [[], at(MON, 3), true],
    [['09:00-18:00'], at(MON, 9), true],
    [['09:00-18:00'], at(MON, 8, 59), false],
    [['09:00-18:00'], at(MON, 18), false],
    [['00:00-24:00'], at(MON, 23, 59), true],
    [['mon-fri 09:00-18:00'], at(SAT, 12), false],
    [['mon-fri 09:00-18:00', 'sat 10:00-12:00'], at(SAT, 11), true],
    [['22:00-06:00'], at(MON, 23), true],
    [['22:00-06:00'], at(MON, 5, 59), true],
    [['22:00-06:00'], at(MON, 12), false],
    [['fri 22:00-06:00'], at(SAT, 5), true],
    [['fri 22:00-06:00'], at(FRI, 5), false],
    [['sat-mon 08:00-10:00'], at(SUN, 9), true],
    [['sat-mon 08:00-10:00'], at(FRI, 9), false],
  ];
  for (const [windows, when, active] of cases) {
    test(`${windows.join(', ') || 'none'} at ${new Date(when).toString().slice(0, 21)}: ${active}`, () => {
      assert.equal(isActiveAt(windows, when), active);
    });
  }

  test('the next moment: now when active, else when the next window begins', () => {
    assert.equal(nextActiveAt(['09:00-18:00'], at(MON, 12, 30)), at(MON, 12, 30));
    assert.equal(nextActiveAt(['mon-fri 09:00-18:00'], at(FRI, 18) + 1), at(FRI + 3, 9));
    assert.equal(nextActiveAt([], at(MON, 3)), at(MON, 3));
  });
});
