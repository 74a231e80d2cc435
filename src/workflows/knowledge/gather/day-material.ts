import { z } from 'zod';
import type { Store } from '../../../store/store.ts';
import { addDays, daySpan } from '../../../work/day.ts';
import type { EventType, RecordedEvent } from '../../../work/events.ts';
import { finding } from '../../../work/finding.ts';
import { parseWorkId } from '../../../work/ids.ts';
import { isTask } from '../facts/task-name.ts';
import type { DayMaterial, ReviewRound } from '../facts/material.ts';
import { dayEvents } from './day-events.ts';
import { taskSessions } from './task-sessions.ts';

const WEEK = 7;
const FAILURES: readonly EventType[] = ['item.left', 'error'];

/** Where a day is read from. */
export interface KnowledgeSources {
  store: Store;
  /** The folder of the daily logs; it may be another one later. */
  logs(): string;
  /** An index of the transcripts that is up to date; undefined when there can be none. */
  index(signal?: AbortSignal): Promise<string | undefined>;
}

/** Everything that is known of a repository's day. */
export async function dayMaterial(
  sources: KnowledgeSources,
  repo: string,
  day: string,
  signal?: AbortSignal,
): Promise<DayMaterial> {
  const { store } = sources;
  const { from, to } = daySpan(day);
  const before = daySpan(addDays(day, -1)).from;
  const week = daySpan(addDays(day, -WEEK)).from;
  const events = await dayEvents({ store, logs: sources.logs() }, repo, { from: before, to });
  const index = await sources.index(signal);
  return {
    repo,
    day,
    from,
    to,
    events,
    earlier: await store.events.between({ repo, from: week, to: from, types: FAILURES }),
    reviews: await reviewRounds(store, repo, { from, to }),
    costs: await store.costs.entries({ repo, from, to }),
    ...(index === undefined ? { sessions: [], usual: [] } : taskSessions(index, { repo, from, to }, events)),
  };
}

const reviewStep = z.object({ fresh: z.array(finding) });

export async function reviewRounds(
  store: Store,
  repo: string,
  span: { from: number; to: number },
): Promise<ReviewRound[]> {
  return (await store.steps.named('review', span)).flatMap(({ work, result }) => {
    const review = parseWorkId(work).repo === repo ? reviewStep.safeParse(result).data : undefined;
    return review === undefined ? [] : [{ work, findings: review.fresh }];
  });
}

/** Whether anything was worked on: a day without gets no report, and costs nothing. */
export function hadWork(events: readonly RecordedEvent[]): boolean {
  return events.some(
    (event) =>
      (event.type === 'item.left' || event.type === 'step.finished' || event.type === 'session.finished') &&
      isTask(event.work),
  );
}
