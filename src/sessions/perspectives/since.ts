import { isDay } from '../../work/day.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A date, a time, or a span before now such as `7d`, as a timestamp; undefined when it is none. */
export function sinceOf(text: string, now: number): string | undefined {
  const span = /^(\d{1,6})([mhdw])$/.exec(text);
  if (span !== null)
    return new Date(now - Number(span[1]) * (UNITS[span[2] as string] as number)).toISOString();
  if (!/^\d{4}-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?$/.test(text)) return undefined;
  const zoned = /[T ]/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text;
  // JavaScript takes 31 February for a day in March.
  if (text.length >= 10 && !isDay(text.slice(0, 10))) return undefined;
  const ms = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
