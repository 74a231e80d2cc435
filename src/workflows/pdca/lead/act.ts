import type { Checked } from '../verdicts/checked.ts';
import { LIMITS } from '../mode.ts';
import { Progress } from '../progress.ts';
import { fix } from './fix.ts';
import { atPhaseEnd } from './phase-end.ts';
import { call, Ended, improvementLimit, note, unresolved, type Lead, type State } from './state.ts';

/** Phase 5: done, or something is improved and CHECK is entered again. `design`: that lifted it out of LIGHT. */
export function* act(state: State, checked: Checked): Lead<'done' | 'check' | 'design'> {
  yield* call(state, { kind: 'close', next: 5, checked });
  const open = openPoints(checked);
  const said = yield* atPhaseEnd(state, ['improve', 'by hand', 'finish']);
  state.phase = 5;
  if (said === 'by hand') throw new Ended('stopped', state.say.byHand);
  if (open.length === 0) return 'done';
  if (said === 'finish') {
    yield* report(state, open, 'unresolved');
    unresolved(state, state.say.finished, open);
  }
  if (checked.gap !== undefined && checked.gap.rate < LIMITS.gap) yield* improve(state, checked.gap);
  else {
    const light = state.mode === 'LIGHT';
    if ((yield* mend(state, checked)) && light) return 'design';
  }
  state.counted.reentries += 1;
  if (state.counted.reentries >= LIMITS.reentries) {
    note(state, state.say.reentry(LIMITS.reentries));
    unresolved(state, state.say.reentry(LIMITS.reentries), open);
  }
  yield* call(state, { kind: 'close', next: 4 });
  return 'check';
}

export function openPoints({ approve, reasons, gap, must }: Checked): string[] {
  return [
    ...(approve ? [] : reasons.length > 0 ? reasons : ['the architect rejected it']),
    ...(gap !== undefined && gap.rate < LIMITS.gap ? [`gap ${gap.rate} %`, ...gap.open] : []),
    ...must,
  ];
}

/** Improve and measure again until 90 % or the limit. */
function* improve(state: State, first: { rate: number; open: string[] }): Lead<void> {
  const progress = new Progress();
  let gap = first;
  while (gap.rate < LIMITS.gap) {
    const stuck = progress.failed(gap.open.length > 0 ? gap.open : ['gap']);
    if (stuck !== undefined) {
      const said = stuck.why === 'same' ? state.say.same(5, stuck.signature) : state.say.back(5);
      note(state, said);
      yield* report(state, gap.open, 'unresolved');
      unresolved(state, said, gap.open);
    }
    yield* fix(state, { name: 'iterator', domain: 'other', why: gap.open, guide: '' });
    state.counted.improvements += 1;
    gap = yield* call(state, { kind: 'gap', attempt: state.counted.improvements });
    note(state, state.say.gap(5, gap.rate));
    yield* lastOne(state, gap.rate < LIMITS.gap ? [`gap ${gap.rate} %`, ...gap.open] : []);
  }
}

/** A rejection, or what the code analysis says must be mended. Gives whether that lifted the run. */
function* mend(state: State, checked: Checked): Lead<boolean> {
  const domain = checked.approve ? 'other' : checked.domain;
  const why = [...(checked.approve ? [] : checked.reasons), ...checked.must];
  const lifted = yield* fix(state, { name: 'fixer', domain, why, guide: checked.guidance });
  state.counted.improvements += 1;
  yield* lastOne(state, openPoints(checked));
  return lifted;
}

/** At the last improvement the final report is written and the run ends, whatever it came to. */
function* lastOne(state: State, open: string[]): Lead<void> {
  const limit = improvementLimit(state);
  if (state.counted.improvements < limit) return;
  note(state, state.say.improvements(limit));
  yield* report(state, open, 'unresolved');
  unresolved(state, state.say.improvements(limit), open);
}

export function* report(state: State, open: string[], outcome: string): Lead<void> {
  state.phase = 5;
  const written = yield* call(state, {
    kind: 'report',
    unresolved: open,
    warnings: [...state.warnings],
    outcome,
  });
  if (written.path === '') throw new Ended('failed', state.say.writer('report'));
}
