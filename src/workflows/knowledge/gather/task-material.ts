import type { Store } from '../../../store/store.ts';
import { dayOf } from '../../../work/day.ts';
import { parseWorkId, type WorkId } from '../../../work/ids.ts';
import type { DayMaterial } from '../facts/material.ts';
import { reviewRounds } from './day-material.ts';
import { taskSessions } from './task-sessions.ts';

const MOST_EVENTS = 500;
const SOON_MS = 60_000;

/** What is known of one task, from its first event to its end, in the shape of a day. */
export async function taskMaterial(
  { store, index }: { store: Store; index: string | undefined },
  work: WorkId,
  doneAt: number,
): Promise<DayMaterial> {
  const { repo } = parseWorkId(work);
  const events = (await store.events.ofWork(work, MOST_EVENTS)).filter(
    (event) => event.type !== 'session.progress' && Date.parse(event.at) <= doneAt,
  );
  const from = Date.parse(events[0]?.at ?? '') || doneAt;
  const to = doneAt + SOON_MS;
  const found = index === undefined ? undefined : taskSessions(index, { repo, from, to }, events);
  return {
    repo,
    day: dayOf(doneAt),
    from,
    to,
    events,
    earlier: [],
    reviews: (await reviewRounds(store, repo, { from, to })).filter((round) => round.work === work),
    costs: (await store.costs.entries({ repo, from, to })).filter((spent) => spent.work === work),
    sessions: found?.sessions.filter((session) => session.work === work) ?? [],
    usual: found?.usual ?? [],
  };
}
