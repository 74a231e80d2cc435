import type { EventType, RecordedEvent } from '../../work/events.ts';

export const TIMELINE_KINDS = [
  'run',
  'phase',
  'step',
  'session',
  'effect',
  'question',
  'end',
  'note',
] as const;
export const TIMELINE_STATES = ['running', 'done', 'failed', 'again', 'open'] as const;

export interface TimelineEntry {
  seq: number;
  kind: (typeof TIMELINE_KINDS)[number];
  /** `again`: finished in an earlier life and not done again. `open`: it waits for a person. */
  state: (typeof TIMELINE_STATES)[number];
  name: string;
  round: number;
  text: string;
  at: string;
  /** Null while it goes on. */
  duration_ms: number | null;
  cost_usd: number;
  agent: string | null;
  model: string | null;
}

/** The events a timeline is made of. */
export const TIMELINE_EVENTS = [
  'run.started',
  'item.queued',
  'item.phase',
  'item.waiting',
  'item.left',
  'step.started',
  'step.replayed',
  'step.finished',
  'step.failed',
  'session.started',
  'session.finished',
  'effect.done',
  'question.asked',
  'question.answered',
  'question.withdrawn',
  'check.red',
  'check.flaky',
  'word.said',
  'order.ignored',
  'error',
] as const satisfies readonly EventType[];

/**
 * What happened to an item, oldest first: a step or session is one entry from its begin to its end. One that was cut
 * off (the daemon died on it) and begun again shows as the two it was. Pure.
 */
export function timelineOf(events: readonly RecordedEvent[], isRunning: boolean): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  const open = new Map<string, TimelineEntry>();
  for (const event of events) {
    const begun = beginningOf(event);
    const ended = endingOf(event);
    const moment = momentOf(event);
    if (begun !== undefined) {
      cutOff(open.get(begun.key));
      entries.push(begun.entry);
      open.set(begun.key, begun.entry);
    } else if (ended !== undefined) {
      const entry = open.get(ended.key);
      if (entry === undefined) entries.push({ ...ended.entry, ...ended.end });
      else Object.assign(entry, ended.end);
      open.delete(ended.key);
    } else if (moment !== undefined) entries.push(moment);
    if (event.type === 'item.left') {
      for (const entry of open.values()) cutOff(entry);
      open.clear();
    }
  }
  if (!isRunning) for (const entry of open.values()) cutOff(entry);
  return entries;
}

function beginningOf(event: RecordedEvent): { key: string; entry: TimelineEntry } | undefined {
  switch (event.type) {
    case 'step.started': {
      const { step: name, round } = event;
      return { key: stepKey(event), entry: entryOf(event, { kind: 'step', name, round, state: 'running' }) };
    }
    case 'session.started': {
      const { step: name, agent, model } = event;
      const entry = entryOf(event, { kind: 'session', name, state: 'running', agent, model });
      return { key: sessionKey(event), entry };
    }
    default:
      return undefined;
  }
}

type Ending = Pick<TimelineEntry, 'state' | 'text' | 'duration_ms' | 'cost_usd'>;

/** `entry`: in case its begin is not among the events. */
function endingOf(event: RecordedEvent): { key: string; entry: TimelineEntry; end: Ending } | undefined {
  switch (event.type) {
    case 'step.finished':
    case 'step.failed': {
      const { step: name, round, durationMs, costUsd } = event;
      const told =
        event.type === 'step.failed'
          ? ({ state: 'failed', text: event.message } as const)
          : ({ state: 'done', text: event.summary } as const);
      return {
        key: stepKey(event),
        entry: entryOf(event, { kind: 'step', name, round }),
        end: { ...told, duration_ms: durationMs, cost_usd: costUsd },
      };
    }
    case 'session.finished': {
      const { step: name, agent, ok, turns, durationMs, costUsd } = event;
      const text = turns === 1 ? '1 turn' : `${turns} turns`;
      return {
        key: sessionKey(event),
        entry: entryOf(event, { kind: 'session', name, agent }),
        end: { state: ok ? 'done' : 'failed', text, duration_ms: durationMs, cost_usd: costUsd },
      };
    }
    default:
      return undefined;
  }
}

const stepKey = ({ run, step, round }: { run: string; step: string; round: number }) =>
  `step ${run} ${step} ${round}`;
const sessionKey = ({ run, step }: { run: string; step: string }) => `session ${run} ${step}`;

/** It never came to its end. */
function cutOff(entry: TimelineEntry | undefined): void {
  if (entry !== undefined) Object.assign(entry, { state: 'failed', text: 'interrupted' });
}

function entryOf(
  event: RecordedEvent,
  own: Pick<TimelineEntry, 'kind' | 'name'> & Partial<TimelineEntry>,
): TimelineEntry {
  const plain = {
    state: 'done',
    round: 0,
    text: '',
    duration_ms: null,
    cost_usd: 0,
    agent: null,
    model: null,
  } as const;
  return { ...plain, seq: event.seq, at: event.at, ...own };
}

/** What happens at a moment; undefined for what a timeline does not show. */
function momentOf(event: RecordedEvent): TimelineEntry | undefined {
  const told = (kind: TimelineEntry['kind'], name: string, more: Partial<TimelineEntry> = {}) =>
    entryOf(event, { kind, name, ...more });
  switch (event.type) {
    case 'run.started':
      return told('run', `attempt ${event.attempt}`);
    case 'item.queued':
      return told('phase', event.phase, { text: 'queued' });
    case 'item.phase':
      return told('phase', event.to, { text: `${event.from} → ${event.to}` });
    case 'item.waiting':
      return told('note', 'waits', { text: event.reason });
    case 'item.left':
      return told('end', event.outcome, {
        text: event.reason,
        state: event.outcome === 'failed' ? 'failed' : 'done',
        duration_ms: event.durationMs,
        cost_usd: event.costUsd,
      });
    case 'step.replayed':
      return told('step', event.step, { round: event.round, state: 'again', text: 'done before' });
    case 'effect.done':
      return told('effect', event.effect, {
        text: event.found ? `${event.target} (was there)` : event.target,
      });
    case 'question.asked':
      return told('question', 'asks', { text: event.question, state: 'open' });
    case 'question.answered':
      return told('question', 'answered', { text: `${event.by}: ${event.answer}` });
    case 'question.withdrawn':
      return told('question', 'withdrawn', { text: event.reason });
    case 'check.red':
      return told('note', 'red', { text: event.checks.join(', '), state: 'failed' });
    case 'check.flaky':
      return told('note', 'flaky', { text: event.check });
    case 'word.said':
      return told('note', `/autodev ${event.word}`, { text: `${event.by}: ${event.outcome}` });
    case 'order.ignored':
      return told('note', 'ignored', { text: `blocked by ${event.named.join(', ')}: ${event.by}` });
    case 'error':
      return told('note', 'error', { text: event.message, state: 'failed' });
    default:
      return undefined;
  }
}
