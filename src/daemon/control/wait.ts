import { isoTime } from '../../host/clock.ts';
import type { AttemptRecord } from '../../store/tables/attempts.ts';
import type { Rest } from '../../agents/rest/rest.ts';
import type { Question } from '../../store/tables/questions.ts';

/** What an item that does not run waits for. Decided here, once; `why` and `list` put it into their own words. */
export type Wait =
  | { for: 'answer'; question: Pick<Question, 'text' | 'options' | 'expiresAt'>; until: null }
  | { for: 'outage'; until: string }
  | { for: 'resume'; until: null }
  | { for: 'active hours'; until: string | null }
  | { for: 'agent'; rests: readonly Rest[]; until: string }
  | { for: 'slot'; running: number; most: number; of: 'daemon' | 'repository'; until: null }
  /** Another item beside which it must not run. */
  | { for: 'sibling'; until: null }
  /** Nothing keeps it: it begins with the next tick. */
  | { for: 'turn'; until: null }
  | { for: 'attempt'; failures: number; lastError: string; until: string }
  /** Another issue, a check, another pull request: as its flow says it. */
  | { for: 'other'; reason: string; until: null };

/** What is free for a queued item. */
export interface Slots {
  running: number;
  most: number;
  /** Of its own repository. */
  here: { running: number; most: number };
  /** Another item runs beside which this one must not. */
  besides: boolean;
}

export interface WaitFacts {
  now: number;
  running: boolean;
  question: Pick<Question, 'text' | 'options' | 'expiresAt'> | undefined;
  /** Undefined: it is in no queue. */
  queued: { restsUntil: number | null; agents?: readonly Rest[] } | undefined;
  paused: boolean;
  /** Outside the daemon's active hours: when they begin again. */
  restsUntil: number | null;
  slots: Slots;
  attempt: Pick<AttemptRecord, 'failures' | 'lastError' | 'notBefore'> | undefined;
  /** What it waits for besides its own time. */
  other: { reason: string } | undefined;
}

/** Null: it runs, or nothing that is known of it here keeps it. Pure. */
export function waitOf(facts: WaitFacts): Wait | null {
  const { now, running, question, queued, attempt, other } = facts;
  if (running) return null;
  if (question !== undefined) return { for: 'answer', question, until: null };
  if (queued !== undefined) return waitInQueue(facts, queued);
  if (attempt === undefined || attempt.notBefore <= now)
    return other === undefined ? null : { for: 'other', reason: other.reason, until: null };
  const { failures, lastError, notBefore } = attempt;
  return { for: 'attempt', failures, lastError, until: isoTime(notBefore) };
}

function waitInQueue(
  { now, paused, restsUntil, slots }: WaitFacts,
  { restsUntil: outage, agents = [] }: NonNullable<WaitFacts['queued']>,
): Wait {
  if (outage !== null && outage > now) return { for: 'outage', until: isoTime(outage) };
  if (paused) return { for: 'resume', until: null };
  const soonest = Math.min(...agents.map(({ until }) => until));
  if (agents.length > 0 && soonest > now) return { for: 'agent', rests: agents, until: isoTime(soonest) };
  return hoursWait(restsUntil) ?? waitForSlot(slots);
}

function waitForSlot({ running, most, here, besides }: Slots): Wait {
  if (running >= most) return { for: 'slot', running, most, of: 'daemon', until: null };
  if (here.running >= here.most) return { for: 'slot', ...here, of: 'repository', until: null };
  return { for: besides ? 'sibling' : 'turn', until: null };
}

/** New work begins in the active hours only. */
export function hoursWait(restsUntil: number | null): (Wait & { for: 'active hours' }) | undefined {
  if (restsUntil === null) return undefined;
  return { for: 'active hours', until: Number.isFinite(restsUntil) ? isoTime(restsUntil) : null };
}

/** In a few words, for a table. */
export function briefly(wait: Wait): string {
  switch (wait.for) {
    case 'answer':
      return `an answer: ${wait.question.text}`;
    case 'outage':
      return 'the end of an outage';
    case 'resume':
      return 'autodev resume';
    case 'active hours':
      return 'the active hours';
    case 'agent':
      return wait.rests
        .map(({ agent, told, text }) => `${agent} ${told ? 'rests' : 'cannot work'}: ${text}`)
        .join('; ');
    case 'slot':
      return `a free slot${wait.of === 'daemon' ? '' : ' of its repository'} (${wait.running} of ${wait.most} running)`;
    case 'sibling':
      return 'another one that runs now: these are done one at a time';
    case 'turn':
      return 'its turn: it begins with the next tick';
    case 'attempt':
      return wait.lastError;
    case 'other':
      return wait.reason;
  }
  return wait satisfies never;
}
