import type { WorkEvent } from './events.ts';

/** How loud an event is in a log: what went wrong stands out, what only has to wait less so. */
export function logLevel(event: WorkEvent): 'info' | 'warn' | 'error' {
  switch (event.type) {
    case 'error':
    case 'step.failed':
    case 'repo.failed':
      return 'error';
    case 'agent.rests':
    case 'config.rejected':
      return 'warn';
    case 'item.left':
      return event.outcome === 'failed' ? 'warn' : 'info';
    case 'session.finished':
      return event.ok ? 'info' : 'warn';
    default:
      return 'info';
  }
}
