import { sinceOf } from '../sessions/perspectives/since.ts';
import { daySpan, isDay } from '../work/day.ts';
import { AutodevError } from '../work/errors.ts';

/** The moment that `--since` names: a local day, a time, or a span before now. */
export function sinceGiven(given: string, now: number): number {
  const since = isDay(given) ? daySpan(given).from : Date.parse(sinceOf(given, now) ?? '');
  if (Number.isNaN(since))
    throw new AutodevError('usage', `--since takes a day, a time or a span such as 7d, not "${given}"`);
  return since;
}
