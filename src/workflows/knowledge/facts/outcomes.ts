import { dollars } from '../../../work/dollars.ts';
import type { RecordedEvent } from '../../../work/events.ts';
import { parseWorkId, type WorkId } from '../../../work/ids.ts';
import type { DayFacts, Summary } from '../report/daily-report.ts';
import type { DayMaterial } from './material.ts';
import { isTask, sortedTasks, taskName } from './task-name.ts';

type Left = Extract<RecordedEvent, { type: 'item.left' }>;

/** How the day's tasks left the queue. Each counts once, by how it left last. */
export function leftOn(day: Pick<DayMaterial, 'events' | 'from' | 'to'>): Map<WorkId, Left> {
  const left = new Map<WorkId, Left>();
  for (const event of day.events)
    if (event.type === 'item.left' && isTask(event.work) && isWithin(event, day)) left.set(event.work, event);
  return left;
}

export function isWithin({ at }: { at: string }, { from, to }: { from: number; to: number }): boolean {
  const ms = Date.parse(at);
  return ms >= from && ms < to;
}

/** One that asks a person carries the label skip, and says so. */
export const outcomeOf = ({ outcome, question }: Left): string =>
  question === undefined ? outcome : 'question';

export function tasksOf(material: DayMaterial): DayFacts['tasks'] {
  const left = leftOn(material);
  const spent = new Map<string, number>();
  for (const { work, usd } of material.costs)
    spent.set(taskName(work), (spent.get(taskName(work)) ?? 0) + usd);
  const byName = new Map(Array.from(left.values(), (event) => [taskName(event.work), event]));
  return sortedTasks(byName.keys()).flatMap((task) => {
    const event = byName.get(task);
    if (event === undefined) return [];
    return {
      task,
      outcome: outcomeOf(event),
      duration_ms: Math.round(event.durationMs),
      cost_usd: dollars(spent.get(task) ?? 0),
      sessions: sessionCount(material, task),
    };
  });
}

/**
 * Sessions of the day, of one task or of all. The daemon tells of each when it ends; transcripts are found only where an
 * agent left them in this home, and know of sessions whose events are gone.
 */
export function sessionCount(material: DayMaterial, task?: string): number {
  const isMine = ({ work }: { work: WorkId }) => task === undefined || taskName(work) === task;
  const ended = material.events.filter(
    (event) => event.type === 'session.finished' && isWithin(event, material) && isMine(event),
  );
  return Math.max(ended.length, material.sessions.filter(isMine).length);
}

export function outcomesOf(tasks: DayFacts['tasks']): DayFacts['outcomes'] {
  const counts: Record<string, number> = {};
  for (const { outcome } of tasks) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export function summaryOf(material: DayMaterial): Summary {
  const left = [...leftOn(material).values()];
  const done = left.filter((event) => outcomeOf(event) === 'done');
  const doneAs = (type: string) => done.filter(({ work }) => parseWorkId(work).type === type);
  const issues = doneAs('issue');
  const pulls = doneAs('pr');
  const counted = [...issues, ...pulls];
  const total = counted.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    issues_done: issues.length,
    prs_done: pulls.length,
    failed: left.filter((event) => outcomeOf(event) === 'failed').length,
    skipped: left.filter((event) => ['skip', 'question'].includes(outcomeOf(event))).length,
    avg_duration_ms: counted.length === 0 ? 0 : Math.round(total / counted.length),
  };
}
