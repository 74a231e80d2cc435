import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openStore } from '../../src/store/sqlite/open.ts';
import { atHour, dayNumber, dayOf, dayOfNumber } from '../../src/work/day.ts';
import { workId } from '../../src/work/ids.ts';
import { isOver } from '../../src/daemon/intake/scan-own.ts';
import { dueDays } from '../../src/workflows/knowledge/daily/due-days.ts';
import { testHost } from '../support/host.ts';

const HOUR = 3_600_000;
const REPO = 'org/app';
const zone = process.env['TZ'];
after(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** Clocks go forward, go back by an hour and by half an hour, and a whole day is left out. */
const ZONES: [zone: string, from: number, hours: number[]][] = [
  ['Europe/Berlin', Date.UTC(2026, 2, 27), [0, 2, 3, 6]],
  ['Europe/Berlin', Date.UTC(2026, 9, 23), [0, 2, 3, 6]],
  ['America/New_York', Date.UTC(2026, 2, 6), [2, 6]],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 3), [1, 2, 6]],
  ['America/Santiago', Date.UTC(2026, 8, 4), [0, 6]],
  ['Pacific/Apia', Date.UTC(2011, 11, 27), [0, 6]],
  ['Asia/Kathmandu', Date.UTC(2026, 5, 1), [23]],
];

describe('the hour of the report', () => {
  for (const [name, from, hours] of ZONES)
    for (const hour of hours)
      test(`${name}, ${hour} o'clock: every day with work is due once, at that hour of the next day or after`, async () => {
        process.env['TZ'] = name;
        let now = from;
        const clock = { ...testHost().clock, now: () => now };
        const store = openStore(':memory:', { clock });
        const host = testHost({ clock });
        const settings = { per_task: false, min_usd: 0, daily: true, daily_report_hour: hour };
        const parts = { logs: () => '', index: async () => undefined, settings: () => settings };
        const worked = new Set<string>();
        const told = new Map<string, number>();
        for (; now < from + 6 * 24 * HOUR; now += HOUR) {
          // Work goes on all the time, over midnight too.
          const work = workId('issue', REPO, 1 + Math.floor((now - from) / HOUR));
          await store.events.append({
            type: 'item.left',
            work,
            outcome: 'done',
            reason: '',
            durationMs: 1,
            costUsd: 0,
          });
          worked.add(dayOf(now));
          const context = { store, host, settings: { name: REPO } as never };
          for (const { number } of await dueDays(parts, context)) {
            const report = workId('report', REPO, number);
            if (await isOver(store, report)) continue;
            const day = dayOfNumber(number) ?? '';
            assert.ok(!told.has(day), `${day} is told once`);
            told.set(day, now);
            await store.events.append({
              type: 'item.left',
              work: report,
              outcome: 'done',
              reason: '',
              durationMs: 1,
              costUsd: 0,
            });
          }
        }
        const days = [...worked].sort();
        for (const [at, day] of days.entries()) {
          const next = days[at + 1];
          const when = told.get(day);
          if (next === undefined || atHour(next, hour) >= now) continue;
          assert.ok(when !== undefined, `${day} is told`);
          assert.ok(
            when >= atHour(next, hour) && when < atHour(next, hour) + HOUR,
            `${day} at ${new Date(when).toString()}`,
          );
        }
        assert.ok(told.size >= 4, `${told.size} days`);
        for (const day of told.keys()) assert.equal(dayNumber(day), Number(day.replaceAll('-', '')));
        await store.close();
      });
});
