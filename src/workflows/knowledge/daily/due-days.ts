import type { WorkContext } from '../../engine/steps/context.ts';
import type { Candidate } from '../../engine/items.ts';
import { addDays, atHour, dayNumber, dayOf, daySpan } from '../../../work/day.ts';
import { hadWork } from '../gather/day-material.ts';
import type { KnowledgeParts } from '../parts.ts';

/** A daemon that was away longer does not tell old news. */
const CATCH_UP = 7;

/**
 * Days with work whose report is due: from their next day's report hour on, also when that was missed. Only what happened
 * since this daemon watches the repository, and yesterday: a first start does not flood anybody with the past. Asks
 * nothing but the store, at every scan.
 */
export async function dueDays(
  { settings }: KnowledgeParts,
  { store, host, settings: repo }: Pick<WorkContext, 'store' | 'host' | 'settings'>,
): Promise<Candidate[]> {
  const { daily, daily_report_hour: hour } = settings();
  if (!daily) return [];
  const now = host.clock.now();
  const today = dayOf(now);
  const key = `knowledge_since ${repo.name}`;
  const since = await store.meta.get(key);
  if (since === undefined) await store.meta.set(key, today);
  const due: Candidate[] = [];
  for (let back = CATCH_UP; back >= 1; back -= 1) {
    const day = addDays(today, -back);
    if (atHour(addDays(day, 1), hour) > now || (back > 1 && day < (since ?? today))) continue;
    const types = ['item.left', 'step.finished', 'session.finished'] as const;
    if (hadWork(await store.events.between({ repo: repo.name, ...daySpan(day), types })))
      due.push(dayCandidate(day));
  }
  return due;
}

export function dayCandidate(day: string): Candidate {
  const at = new Date(daySpan(day).from).toISOString();
  return { number: dayNumber(day), title: `report of ${day}`, author: '', createdAt: at, updatedAt: at };
}
