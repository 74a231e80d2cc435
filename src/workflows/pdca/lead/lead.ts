import type { PdcaDone } from '../done.ts';
import type { LeadInput } from '../options.ts';
import type { LeadEnd, LeadMove } from '../work.ts';
import { act, report } from './act.ts';
import { check } from './check.ts';
import { design } from './design.ts';
import { implement } from './do.ts';
import { plan } from './plan.ts';
import { begin, call, Ended, endOf, note, type Lead, type State } from './state.ts';

/**
 * The lead of a PDCA run. It is code: told from beginning to end in the order of the seed, and pure. Each thing that
 * has to be done is a `yield`; what came of it is given back from the journal.
 */
export function* lead(input: LeadInput): Generator<LeadMove, LeadEnd, PdcaDone> {
  const state = begin(input);
  try {
    yield* phases(state);
    yield* report(state, [], 'done');
    return endOf(state, 'done', 'done');
  } catch (error) {
    if (error instanceof Ended) return endOf(state, error.outcome, error.message);
    throw error;
  }
}

function* phases(state: State): Lead<void> {
  yield* before(state);
  let next = opening(state.input.from);
  if (next === 'plan') next = yield* plan(state);
  if (yield* doneByAct(state)) return;
  let attempt = 0;
  for (;;) {
    if (next === 'design') next = yield* design(state);
    if (next === 'do') {
      next = yield* implement(state);
      if (next === 'design') continue;
    }
    attempt += 1;
    const checked = yield* check(state, attempt);
    if (checked === 'design') {
      next = 'design';
      continue;
    }
    next = 'check';
    if ((yield* act(state, checked)) === 'done') return;
  }
}

function opening(from: LeadInput['from']): 'plan' | 'design' | 'do' | 'check' {
  return (['plan', 'plan', 'design', 'do', 'check', 'check'] as const)[from?.phase ?? 1] ?? 'plan';
}

/** Where CHECK was finished elsewhere it is not done again: what it came to is acted on. */
function* doneByAct(state: State): Lead<boolean> {
  const { from } = state.input;
  if (from?.phase !== 5 || from.checked === undefined) return false;
  state.phase = 4;
  return (yield* act(state, from.checked)) === 'done';
}

/** Phase 0: the team, the goals on the untouched tree before anything is paid, and the context that was asked for. */
function* before(state: State): Lead<void> {
  const { options, from } = state.input;
  // A dry run writes nothing, and running the goals would.
  if (options.dryRun) return;
  yield* call(state, { kind: 'team' });
  const { goals } = yield* call(state, { kind: 'baseline' });
  const broken = goals.find(({ environment }) => environment !== null);
  if (broken !== undefined)
    throw new Ended('failed', state.say.cannotStart(broken.goal, broken.environment ?? ''));
  const names = (which: typeof goals) => which.map(({ goal }) => goal).join(', ');
  const red = goals.filter(({ status }) => status === 'FAIL');
  const none = goals.filter(({ status }) => status === 'SKIP');
  if (red.length > 0) note(state, state.say.old(names(red)));
  if (none.length > 0) note(state, state.say.skipped(names(none)));
  // How far a run is can be read from its branch from now on.
  if (from === null) yield* call(state, { kind: 'close', next: 1 });
  else if (from.phase > 1) return;
  if (options.slack !== null) yield* call(state, { kind: 'context', source: 'slack' });
  if (options.gmail !== null) yield* call(state, { kind: 'context', source: 'gmail' });
  // Mails that were only to be read, answered or listed need no plan.
  if (options.gmail !== null && options.gmail.work !== 'task') throw new Ended('done', options.gmail.work);
}
