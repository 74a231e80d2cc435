import { isoTime, systemClock } from '../../host/clock.ts';
import { sinceOf } from '../../sessions/perspectives/since.ts';
import { daySpan, isDay } from '../../work/day.ts';
import { AutodevError } from '../../work/errors.ts';
import { startOfDay } from '../../work/start-of-day.ts';
import type { Input } from '../command.ts';

export interface CostSpan {
  since: number;
  /** Null where a day was named. */
  days: number | null;
  words: string;
}

export const wireSpan = ({ since, days }: CostSpan) => ({ days, since: isoTime(since) });

/** `--since` a day or a span, or the last `--days`. */
export function spanOf(input: Input): CostSpan {
  const now = systemClock.now();
  const given = input.text('since');
  const days = input.int('days');
  if (given === undefined) {
    const back = days ?? 30;
    const words = back === 1 ? 'in one day' : `in the last ${back} days`;
    return { since: startOfDay(now, 1 - back), days: back, words };
  }
  if (days !== undefined) throw new AutodevError('usage', '--since and --days exclude each other');
  const since = isDay(given) ? daySpan(given).from : Date.parse(sinceOf(given, now) ?? '');
  if (Number.isNaN(since))
    throw new AutodevError('usage', `--since takes a day, a time or a span such as 7d, not "${given}"`);
  return { since, days: null, words: `since ${given}` };
}
