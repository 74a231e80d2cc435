import { answerWith } from '../../api/control/answer-with.ts';
import type { Explanation } from '../../api/explanation.ts';
import { local } from '../../render/moments.ts';
import { parseWorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { STANDINGS } from '../../work/standings.ts';
import type { Prospect } from '../intake/prospect.ts';
import { NOTHING, type Facts, type Told } from './explain-facts.ts';
import { ACTIVE_HOURS, activeHours, atWork, fromHistory, keptWords, leftAs } from './explain-history.ts';
import { repositoryHint, REPOSITORY_WORDS } from './repository-state.ts';
import { briefly, waitOf, type Wait, type WaitFacts } from './wait.ts';

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
  if (queued === undefined && facts.merged !== undefined) return leftAs('done', facts);
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

/** Nothing wakes by itself while nobody is there to wake it. */
function withoutDaemon(said: Told, { daemon }: Facts): Told {
  if (daemon !== 'stopped' || STANDINGS[said.state].wakes !== 'daemon') return said;
  return { ...said, waits_for: 'a running daemon', next: 'autodev start -d' };
}
