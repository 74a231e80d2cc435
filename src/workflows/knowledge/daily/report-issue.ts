import { isoTime } from '../../../host/clock.ts';
import { daySpan } from '../../../work/day.ts';
import type { WorkContext } from '../../engine/steps/context.ts';
import { marker } from '../../marker.ts';
import type { DailyInput } from './input.ts';

/** By which a day's report is found again, whoever's daemon wrote it. */
export const reportMark = ({ repo, day }: Pick<DailyInput, 'repo' | 'day'>): string =>
  marker('report', `${repo}:${day}`);

/**
 * Reports of the day that stand on the forge, the first one first: also one that somebody has closed, for a report that
 * was read is not written again. Strangers can copy a mark; they are not believed.
 */
export async function reportsOfDay(
  context: Pick<WorkContext, 'forge' | 'logins' | 'trusts'>,
  input: Pick<DailyInput, 'repo' | 'day'>,
): Promise<{ number: number; body: string; author: string }[]> {
  const mark = reportMark(input);
  const open = await context.forge.openIssues(input.repo, null);
  const closed = await context.forge.closedIssues(input.repo, isoTime(daySpan(input.day).from));
  const found: { number: number; body: string; author: string }[] = [];
  for (const { number, body, author } of [...open.items, ...closed])
    if (body.includes(mark) && (context.logins.includes(author) || (await context.trusts(author))))
      found.push({ number, body, author });
  return found.sort((a, b) => a.number - b.number);
}
