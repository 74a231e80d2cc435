import type { PdcaDone } from '../done.ts';
import { isMailOnly, type LeadInput } from '../options.ts';
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
  if (next === 'act') {
    const acted = yield* acting(state);
    if (acted === 'done') return;
    next = yield* onwards(state, acted);
  }
  for (let attempt = 1; ; attempt += 1) {
    if (next === 'design') next = yield* design(state);
    if (next === 'do') {
      next = yield* onwards(state, yield* implement(state));
      if (next === 'design') continue;
    }
    const checked = yield* check(state, attempt);
    const acted = checked === 'design' ? checked : yield* act(state, checked);
    if (acted === 'done') return;
    next = yield* onwards(state, acted);
  }
}

/** Lifted out of LIGHT: it is written down that DESIGN is open, whatever phase that was found in. */
function* onwards<Next extends string>(state: State, next: Next | 'design'): Lead<Next | 'design'> {
  if (next === 'design') yield* call(state, { kind: 'close', next: 2 });
  return next;
}

const OPENING = ['plan', 'plan', 'design', 'do', 'check', 'act'] as const;

function opening(from: LeadInput['from']): 'plan' | 'design' | 'do' | 'check' | 'act' {
  const next = OPENING[from?.phase ?? 1] ?? 'plan';
  return next === 'act' && from?.checked === undefined ? 'check' : next;
}

/** Where CHECK was finished elsewhere it is not done again: what it came to is acted on. */
function* acting(state: State): Lead<'done' | 'check' | 'design'> {
  const checked = state.input.from?.checked;
  if (checked === undefined) return 'check';
  state.phase = 4;
  return yield* act(state, checked);
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
  if (isMailOnly(options)) throw new Ended('done', options.gmail?.work ?? '');
}
