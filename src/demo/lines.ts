import type { RecordedEvent } from '../work/events.ts';
import { shortName } from './board.ts';

/** One event as one line a person can read; undefined for those that only matter to programs. */
export function eventLine(event: RecordedEvent): string | undefined {
  const time = event.at.slice(11, 19);
  const text = said(event);
  return text === undefined ? undefined : `${time}  ${text}`;
}

function said(event: RecordedEvent): string | undefined {
  switch (event.type) {
    case 'item.queued':
      return `${name(event.work)} found: ${event.title}`;
    case 'item.phase':
      return `${name(event.work)} ${event.from} → ${event.to}`;
    case 'session.finished':
      return `${name(event.work)} ${event.step} session by ${event.agent}: ${event.ok ? 'ok' : 'failed'}, $${event.costUsd.toFixed(2)}`;
    case 'step.finished':
      return [
        'analyze',
        'implement',
        'check',
        'push',
        'pull',
        'review',
        'publish',
        'improve',
        'merge',
        'resolve',
      ].includes(event.step)
        ? `${name(event.work)} ${event.step}: ${event.summary}`
        : undefined;
    case 'step.failed':
      return `${name(event.work)} ${event.step} failed: ${event.message.split('\n')[0] ?? ''}`;
    case 'item.left':
      return `${name(event.work)} ${event.outcome === 'done' ? '✓ autodev:done' : event.outcome === 'skip' ? '● autodev:skip' : `○ ${event.outcome}`} – ${event.reason}`;
    case 'error':
      return `error: ${event.message}`;
    case 'repo.failed':
      return `cannot scan ${event.repo}: ${event.message}`;
    default:
      return undefined;
  }
}

function name(work: Parameters<typeof shortName>[0]): string {
  return shortName(work).padEnd(9);
}
