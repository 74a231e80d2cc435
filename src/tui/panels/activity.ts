import type { RecordedEvent } from '../../api/recorded-event.ts';
import { eventLine } from '../../render/event-line.ts';
import type { Style } from '../screen/row.ts';

/** One line of the activity log: `14:25 issue-41 autodev:done ✓ → PR #18`. */
export interface Activity {
  seq: number;
  at: string;
  /** The item in short, as people say it; empty for what is not about one. */
  name: string;
  work: string | undefined;
  text: string;
  style: Style;
}

/** Undefined for what only matters to programs, or is told by another line. */
export function activityOf(event: RecordedEvent): Activity | undefined {
  const said = saidOf(event);
  if (said === undefined) return undefined;
  const work = 'work' in event && event.work !== null ? event.work : undefined;
  return {
    seq: event.seq,
    at: event.at,
    name: work === undefined ? '' : shortName(work),
    work,
    ...said,
  };
}

/** `issue:org/repo:42` → `issue-42`. */
export function shortName(work: string): string {
  return `${work.slice(0, work.indexOf(':'))}-${work.slice(work.lastIndexOf(':') + 1)}`;
}

function saidOf(event: RecordedEvent): Pick<Activity, 'text' | 'style'> | undefined {
  switch (event.type) {
    case 'item.left':
      return leftAs(event);
    case 'item.phase':
      return { text: `${event.from} → ${event.to}`, style: 'plain' };
    case 'question.asked':
      return { text: `asks: ${event.question}`, style: 'yellow' };
    case 'step.failed':
    case 'repo.failed':
    case 'config.rejected':
    case 'check.red':
    case 'error':
      return { text: eventLine(event) ?? '', style: 'red' };
    case 'item.queued':
    case 'item.waiting':
    case 'item.retried':
    case 'question.answered':
    case 'question.withdrawn':
    case 'agent.rests':
    case 'agent.works':
    case 'word.said':
    case 'check.flaky':
    case 'config.reloaded':
      return { text: eventLine(event) ?? '', style: 'plain' };
    case 'daemon.started':
    case 'daemon.stopping':
    case 'daemon.stopped':
    case 'daemon.paused':
    case 'daemon.resumed':
      return { text: eventLine(event) ?? '', style: 'cyan' };
    default:
      return undefined;
  }
}

function leftAs({
  outcome,
  reason,
}: Extract<RecordedEvent, { type: 'item.left' }>): Pick<Activity, 'text' | 'style'> {
  switch (outcome) {
    case 'done':
      return { text: `autodev:done ✓ → ${reason}`, style: 'green' };
    case 'skip':
      return { text: `autodev:skip: ${reason}`, style: 'yellow' };
    case 'failed':
      return { text: `failed: ${reason}`, style: 'red' };
    default:
      return { text: `${outcome}: ${reason}`, style: 'plain' };
  }
}
