import { zonedTime, type WallTime } from './zoned-time.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const NUMBER_AND_UNIT =
  '\\d+(?:\\.\\d+)?\\s*(?:milliseconds?|ms|weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)';
const SPAN = new RegExp(
  `\\b(?:try(?:ing)? again|retry(?:ing)?|resets?|available again)\\s+(?:in|after)\\s+` +
    `(${NUMBER_AND_UNIT}(?:[\\s,]*(?:and\\s+)?${NUMBER_AND_UNIT})*)`,
  'i',
);
/** A field or a header of the provider's own answer: `"retryDelay":"34s"`, `retry-after: 120`, `"resets_in_seconds":18000`. */
const FIELD =
  /\b(?:retry[-_]?(?:after|delay)|resets?[-_]?(?:in|after))(?:[-_]?(?<named>ms|secs?|seconds))?["']?\s*[:=]\s*["']?(?<count>\d+(?:\.\d+)?)\s*(?<unit>ms|s)?\b/i;
const EPOCH = /(?:\||\bresets?[-_]?at["']?\s*[:=]\s*["']?)(\d{10})(?:\d{3})?\b/i;
const INSTANT = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))/;
const CLOCK = new RegExp(
  '\\b(?:resets?|again|available)\\s+(?:at\\s+|on\\s+)?' +
    '(?:(?<month>[a-z]{3,9})\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?,?\\s+(?:at\\s+)?)?' +
    '(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))?\\s*(?<half>[ap])\\.?m\\b\\.?(?:\\s*\\((?<zone>[A-Za-z0-9_+/-]+)\\))?',
  'i',
);

/**
 * When a provider's limit is over, as a CLI words it: "resets 5:10pm (Europe/Paris)", "try again at Nov 22nd, 2026
 * 5:53 AM", "try again in 5 days 22 hours", "quota will reset after 5h0m0s", "…|1749924000". Undefined: it does not say.
 * A time without a zone is in `zone`, which is the zone that the CLI was started in.
 */
export function resetTime(text: string, now: number, zone: string): number | undefined {
  const span = SPAN.exec(text)?.[1];
  if (span !== undefined) return now + spanMs(span);
  const field = FIELD.exec(text)?.groups;
  if (field !== undefined) return now + spanMs(`${field['count']}${field['unit'] ?? field['named'] ?? 's'}`);
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1_000;
  const instant = INSTANT.exec(text)?.[1];
  if (instant !== undefined) return Date.parse(instant);
  const told = CLOCK.exec(text)?.groups;
  return told === undefined ? undefined : clockTime(told, now, zone);
}

function spanMs(text: string): number {
  let sum = 0;
  for (const [, count = '0', unit = 's'] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const short = /^m(s|illi)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase();
    sum += Number(count) * (UNIT_MS[short] ?? 0);
  }
  return sum;
}

/**
 * A day is named where the reset is not today (measured), and such limits last five hours at most: a time of day that
 * has passed not long ago means that one of the two clocks is wrong, not tomorrow.
 */
const JUST_PASSED_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

function clockTime(told: Record<string, string | undefined>, now: number, ours: string): number | undefined {
  const zone = told['zone'] ?? ours;
  const hour = (Number(told['hour']) % 12) + (told['half']?.toLowerCase() === 'p' ? 12 : 0);
  const minute = Number(told['minute'] ?? 0);
  const month = told['month'] === undefined ? -1 : MONTHS.indexOf(told['month'].slice(0, 3).toLowerCase());
  if (told['month'] !== undefined && month === -1) return undefined;
  const at = (year: number, monthOfYear: number, day: number): number | undefined =>
    zonedTime({ year, month: monthOfYear, day, hour, minute } satisfies WallTime, zone);
  if (month === -1) {
    // The next one, whatever day it is in that zone.
    for (const days of [-1, 0, 1, 2]) {
      const date = new Date(now + days * DAY_MS);
      const found = at(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
      if (found === undefined) return undefined;
      if (found >= now - JUST_PASSED_MS) return found;
    }
    return undefined;
  }
  const day = Number(told['day']);
  if (told['year'] !== undefined) return at(Number(told['year']), month + 1, day);
  // Around New Year the month belongs to the year that is nearer.
  const year = new Date(now).getUTCFullYear();
  const found = [year - 1, year, year + 1].flatMap((each) => at(each, month + 1, day) ?? []);
  return found.sort((a, b) => Math.abs(a - now) - Math.abs(b - now))[0];
}
