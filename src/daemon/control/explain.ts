import { answerWith } from '../../api/answer-with.ts';
import type { Explanation } from '../../api/explanation.ts';
import { isoTime } from '../../host/clock.ts';
import type { AttemptRecord } from '../../store/tables/attempts.ts';
import type { Question } from '../../store/tables/questions.ts';
import type { RecordedEvent } from '../../work/events.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { isOver, STANDINGS, type Outcome } from '../../work/standings.ts';
import { local } from '../../render/moments.ts';
import type { Rest } from '../../agents/rest/rest.ts';
import type { Prospect } from '../intake/prospect.ts';
import { repositoryHint, REPOSITORY_WORDS, type RepositoryState } from './repository-state.ts';
import { briefly, hoursWait, waitOf, type Slots, type Wait, type WaitFacts } from './wait.ts';

/** Everything that bears on why an item stands where it stands. */
export interface Facts {
  id: WorkId;
  now: number;
  title: string;
  daemon: Explanation['daemon'];
  /** Outside the daemon's active hours: when they begin again. */
  restsUntil: number | null;
  /** Undefined: it is in no queue. */
  queued:
    | { phase: string; running: boolean; restsUntil: number | null; agents?: readonly Rest[] }
    | undefined;
  slots: Slots;
  repository: RepositoryState;
  attempt: AttemptRecord | undefined;
  /** What it waits for besides its own time. */
  other: { reason: string } | undefined;
  questions: readonly Question[];
  /** Oldest first. */
  events: readonly RecordedEvent[];
  labels: readonly string[] | null;
  /** Whether the label `done` means that it is finished. */
  finishedByLabel: boolean;
  /** Whether it stands on the forge at all, where labels can be changed by hand. */
  onForge: boolean;
  /** What the next scan would say of it; undefined when it is queued, or nobody could be asked. */
  prospect: Prospect | undefined;
  costUsd: number;
  /** That people closed the pull request of the finished item without merging it, in words. */
  rejected?: string | undefined;
  /** Where the work is that was finished before the item was changed, in words. */
  kept?: string | undefined;
}

type Told = Pick<Explanation, 'state' | 'because' | 'waits_for' | 'wakes_at' | 'next'>;

/** Why it is where it is, what it waits for, when it wakes. Pure. */
export function explain(facts: Facts): Explanation {
  const { id, title, daemon, queued, attempt, questions, events, labels, costUsd } = facts;
  return {
    schema_version: 1,
    id,
    title,
    phase: queued?.phase ?? null,
    daemon,
    labels: labels === null ? null : [...labels],
    failures: attempt?.failures ?? 0,
    last_error: attempt?.lastError ?? null,
    cost_usd: costUsd,
    questions: questions.map(({ id: question, text, options, expiresAt }) => ({
      id: question,
      text,
      options,
      expires_at: expiresAt,
    })),
    events: [...events],
    ...withoutDaemon(told(facts), facts),
  };
}

function told(facts: Facts): Told {
  const { id, queued, labels, repository } = facts;
  const wait = waitOf(waitFacts(facts));
  if (queued?.running)
    return {
      state: 'running',
      because: `it is being worked on: ${atWork(facts) ?? queued.phase}${keptWords(facts)}`,
      waits_for: null,
      wakes_at: null,
      next: `follow it with autodev logs ${id} -f`,
    };
  if (wait?.for === 'answer') {
    const { text, options, expiresAt } = wait.question;
    return {
      state: 'question',
      because: `it asks: ${text}`,
      waits_for: expiresAt === null ? 'your answer' : `your answer, until ${local(expiresAt)}`,
      wakes_at: null,
      next: answerWith({ work: id, options }),
    };
  }
  if (repository !== 'enabled')
    return {
      state: 'waiting',
      because: `its repository ${REPOSITORY_WORDS[repository]}`,
      waits_for: 'its repository',
      wakes_at: null,
      next: repositoryHint(repository, parseWorkId(id).repo),
    };
  if (queued !== undefined && wait !== null) return inQueue(facts, queued, wait);
  if (labels?.includes(LABEL.skip)) return leftAs('skip', facts);
  const said = facts.prospect?.screening;
  // What a scan says of it now is truer than what is remembered.
  if (wait?.for === 'other' && (said === undefined || (!said.take && !said.final)))
    return waitsForOthers(said?.reason ?? wait.reason);
  if (labels?.includes(LABEL.done) && facts.finishedByLabel) return leftAs('done', facts);
  if (wait?.for === 'attempt') {
    const failed = wait.failures === 0 ? '' : `attempt ${wait.failures} failed: `;
    return {
      state: 'waiting',
      because: `${failed}${wait.lastError}`,
      waits_for: 'its next attempt',
      wakes_at: wait.until,
      next: `autodev retry ${id} tries at once`,
    };
  }
  return (facts.prospect && ahead(facts, facts.prospect)) ?? fromHistory(facts);
}

/** What a scan says of it now is truer than what is remembered, unless it came to its end. */
function ahead(facts: Facts, { screening, passedAt }: Prospect): Told | undefined {
  const { id, daemon, restsUntil, events } = facts;
  const left = events.findLast((event) => event.type === 'item.left');
  if (!screening.take) {
    if (left?.type === 'item.left' && left.outcome === 'done') return undefined;
    const because = screening.reason;
    return screening.final
      ? { state: 'refused', because, ...NOTHING, next: 'it is looked at again when it changes' }
      : waitsForOthers(because);
  }
  const state = { state: 'waiting', wakes_at: null } as const;
  if (passedAt !== null && left === undefined)
    return {
      ...state,
      because: `it has not changed since ${local(passedAt)}, and scans look no further back`,
      waits_for: 'a change, or you',
      next: `autodev retry ${id} takes it up`,
    };
  if (left !== undefined || events.some((event) => event.type === 'item.queued')) return undefined;
  const because = 'no scan has taken it up yet';
  if (daemon === 'paused')
    return { ...state, because, waits_for: 'the daemon, which is paused', next: 'autodev resume' };
  const when = restsUntil === null ? { waits_for: 'the next scan' } : activeHours(restsUntil);
  return { ...state, because, ...when, next: 'nothing; it begins by itself' };
}

const waitsForOthers = (because: string): Told => ({
  state: 'waiting',
  because,
  waits_for: 'this to change; every scan looks again',
  wakes_at: null,
  next: 'what it waits for, if that is yours to do; then it goes on by itself',
});

const NOTHING = { waits_for: null, wakes_at: null };

function waitFacts({ queued, questions, daemon, ...facts }: Facts): WaitFacts {
  const [question] = questions;
  return { ...facts, running: queued?.running ?? false, question, queued, paused: daemon === 'paused' };
}

function inQueue(facts: Facts, queued: NonNullable<Facts['queued']>, wait: Wait): Told {
  if (wait.for === 'outage') {
    const error = facts.events.findLast((event) => event.type === 'error');
    return {
      state: 'waiting',
      because: error?.type === 'error' ? `an outage: ${error.message}` : 'an outage',
      waits_for: 'the end of the outage',
      wakes_at: wait.until,
      next: 'nothing; it is tried again by itself',
    };
  }
  if (wait.for === 'agent')
    return {
      state: 'waiting',
      because: briefly(wait),
      waits_for: `${wait.rests.map(({ agent }) => agent).join(' or ')} to work again`,
      wakes_at: wait.until,
      next: `nothing; it goes on by itself (autodev retry ${facts.id} asks at once; agent.fallback names others)`,
    };
  const state = {
    state: 'queued',
    because: `it is queued as ${queued.phase}${keptWords(facts)}`,
    wakes_at: null,
  } as const;
  if (wait.for === 'resume')
    return { ...state, waits_for: 'the daemon, which is paused', next: 'autodev resume' };
  const next = 'nothing; it begins by itself';
  return wait.for === 'active hours'
    ? { ...state, ...ACTIVE_HOURS, wakes_at: wait.until, next }
    : { ...state, waits_for: briefly(wait), next };
}

/** It is in no queue and waits for no time: what happened last says why. */
function fromHistory(facts: Facts): Told {
  const last = facts.events.findLast((event) =>
    ['item.left', 'item.refused', 'item.waiting', 'item.queued', 'item.phase', 'question.answered'].includes(
      event.type,
    ),
  );
  const nextScan =
    facts.restsUntil === null
      ? { waits_for: 'the next scan', wakes_at: null }
      : activeHours(facts.restsUntil);
  switch (last?.type) {
    case 'item.left':
      if (isOver(last.outcome)) return leftAs(last.outcome, facts);
      return {
        state: 'waiting',
        because: last.reason,
        ...nextScan,
        next: `autodev retry ${facts.id} looks at once`,
      };
    case 'item.refused':
      return {
        state: 'refused',
        because: last.reason,
        ...NOTHING,
        next: 'it is looked at again when it changes',
      };
    case 'item.waiting':
      return {
        state: 'waiting',
        because: last.reason,
        waits_for: last.until === null ? 'the next scan' : 'its time',
        wakes_at: last.until === null ? null : isoTime(last.until),
        next: `autodev retry ${facts.id} tries at once`,
      };
    case 'question.answered': {
      const paused = facts.daemon === 'paused';
      return {
        state: 'waiting',
        because: `it was answered with "${last.answer}"`,
        ...(paused ? { waits_for: 'the daemon, which is paused', wakes_at: null } : nextScan),
        next: paused ? 'autodev resume' : 'nothing; it is taken up again by itself',
      };
    }
    case 'item.queued':
    case 'item.phase':
      return {
        state: 'waiting',
        because: `it was in work (${atWork(facts) ?? 'queued'}) when the daemon stopped; what was finished is kept`,
        ...nextScan,
        next: 'nothing; it is taken up again by itself',
      };
    default:
      return { state: 'unknown', because: 'nothing is recorded about it', ...nextScan, next: 'nothing' };
  }
}

const ACTIVE_HOURS = { waits_for: 'the active hours of the daemon' };

function activeHours(from: number): Pick<Told, 'waits_for' | 'wakes_at'> {
  return { ...ACTIVE_HOURS, wakes_at: hoursWait(from)?.until ?? null };
}

function leftAs(outcome: Outcome, facts: Facts): Told {
  const left = facts.events.findLast(
    (event) => event.type === 'item.left' || event.type === 'question.withdrawn',
  );
  const withdrawn =
    left?.type === 'question.withdrawn' ? `its question was withdrawn: ${left.reason}` : undefined;
  const reason = left?.type === 'item.left' && left.outcome === outcome ? left.reason : withdrawn;
  if (outcome === 'done' && facts.rejected !== undefined)
    return {
      state: 'done',
      because: `it was finished, but ${facts.rejected}`,
      waits_for: 'a person, if it is to be done otherwise',
      wakes_at: null,
      next: `autodev retry ${facts.id} does it once more`,
    };
  if (outcome === 'done')
    return {
      state: 'done',
      because: `it is finished${reason === undefined ? '' : `: ${reason}`}`,
      ...NOTHING,
      next: 'nothing',
    };
  if (outcome === 'dropped')
    return {
      state: 'dropped',
      because: reason ?? '',
      ...NOTHING,
      next: 'it is looked at again when it changes',
    };
  return {
    state: 'skip',
    because: `it is left to a person: ${reason ?? `somebody put ${LABEL.skip} on it`}`,
    waits_for: 'a person',
    wakes_at: null,
    next: `autodev retry ${facts.id}${facts.onForge ? `, or remove the label ${LABEL.skip}` : ''}`,
  };
}

const keptWords = ({ kept }: Facts): string => (kept === undefined ? '' : `; ${kept}`);

/** The newest sign of work since it was queued. */
function atWork({ events }: Facts): string | undefined {
  const last = events.findLast((event) => event.type === 'step.started' || event.type === 'item.phase');
  if (last?.type === 'step.started') return `step ${last.step}`;
  return last?.type === 'item.phase' ? last.to : undefined;
}

/** Nothing wakes by itself while nobody is there to wake it. */
function withoutDaemon(said: Told, { daemon }: Facts): Told {
  if (daemon !== 'stopped' || STANDINGS[said.state].wakes !== 'daemon') return said;
  return { ...said, waits_for: 'a running daemon', next: 'autodev start -d' };
}
