import type { RecordedEvent } from '../../../work/events.ts';
import type { WorkId } from '../../../work/ids.ts';
import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial } from './material.ts';
import { isWithin } from './outcomes.ts';
import { isTask, taskNames } from './task-name.ts';

const LONGEST = 200;
const WEEK_DAYS = 7;

/** What went wrong, by what it says without the numbers, times and names that differ from case to case. */
export function errorsOf(material: DayMaterial): DayFacts['errors'] {
  const today = groups(material.events.filter((event) => isWithin(event, material)));
  const before = groups(material.earlier);
  return [...today]
    .map(([message, works]) => ({
      message,
      count: works.length,
      tasks: taskNames(works),
      earlier_per_day: Math.round(((before.get(message)?.length ?? 0) / WEEK_DAYS) * 100) / 100,
    }))
    .sort((a, b) => b.count - a.count || (a.message < b.message ? -1 : 1));
}

function groups(events: readonly RecordedEvent[]): Map<string, WorkId[]> {
  const found = new Map<string, WorkId[]>();
  for (const event of events) {
    const failed = failureOf(event);
    if (failed === undefined || !isTask(failed.work)) continue;
    const message = normalised(failed.message);
    found.set(message, [...(found.get(message) ?? []), failed.work]);
  }
  return found;
}

/** A failure is told once, when its item leaves; the last one of several leaves it to a person. */
function failureOf(event: RecordedEvent): { work: WorkId; message: string } | undefined {
  if (event.type === 'error' && event.work !== null) return { work: event.work, message: event.message };
  if (event.type !== 'item.left') return undefined;
  if (event.outcome === 'failed') return { work: event.work, message: event.reason };
  const last = /^gave up after \d+ attempts: (.*)$/s.exec(event.reason)?.[1];
  return event.outcome === 'skip' && last !== undefined ? { work: event.work, message: last } : undefined;
}

export function normalised(message: string): string {
  const [line = ''] = message.trim().split('\n');
  return line
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, '<time>')
    .replaceAll(/\b(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f][0-9a-f-]{6,63}\b/gi, '<id>')
    .replaceAll(/(?:\/[\w.@+-]+){2,}/g, (path) => path.slice(path.lastIndexOf('/') + 1))
    .replaceAll(/\d+(?:\.\d+)?/g, '<n>')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST);
}
