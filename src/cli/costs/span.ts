import { isoTime, systemClock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import { startOfDay } from '../../work/start-of-day.ts';
import type { Input } from '../command.ts';
import { sinceGiven } from '../since.ts';

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
  return { since: sinceGiven(given, now), days: null, words: `since ${given}` };
}
