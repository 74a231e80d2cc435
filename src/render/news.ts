import type { RecordedEvent, WorkEvent } from '../work/events.ts';
import { eventLine } from './event-line.ts';

/**
 * Lines for people in which the same trouble is told once: what a step said is not said again by the item that leaves
 * because of it, nor by the next scan or attempt that meets it unchanged.
 */
export function openNews(): (event: WorkEvent | RecordedEvent) => string | undefined {
  const told = new Map<string, string>();
  return (event) => {
    const about = aboutOf(event);
    if (endsTrouble(event)) told.delete(about);
    const trouble = troubleOf(event);
    const known = told.get(about);
    if (event.type === 'item.left' && known !== undefined && event.reason.endsWith(known))
      return eventLine({ ...event, reason: withoutTail(event.reason, known) });
    if (trouble === undefined) return eventLine(event);
    if (trouble === known) return undefined;
    told.set(about, trouble);
    return eventLine(event);
  };
}

function aboutOf(event: WorkEvent): string {
  if ('work' in event && event.work !== null) return event.work;
  return 'repo' in event ? event.repo : '';
}

function troubleOf(event: WorkEvent): string | undefined {
  return event.type === 'step.failed' || event.type === 'error' || event.type === 'repo.failed'
    ? event.message
    : undefined;
}

function endsTrouble({ type }: WorkEvent): boolean {
  return type === 'step.finished' || type === 'repo.scanned' || type === 'daemon.started';
}

/** "gave up after 3 attempts: it broke" without what was told already; "as above" where nothing else is left. */
function withoutTail(reason: string, known: string): string {
  const head = reason.slice(0, reason.length - known.length).replace(/[:;,\s]+$/, '');
  return head === '' ? 'as above' : head;
}
