import type { Checked } from '../verdicts/checked.ts';
import type { GoalResult } from '../done.ts';
import { isRed } from '../goals/baseline.ts';
import { LIMITS } from '../mode.ts';
import { Progress } from '../progress.ts';
import { fix } from './fix.ts';
import { call, note, promote, unresolved, warn, type Lead, type State } from './state.ts';

/** Phase 4. `design`: a LIGHT run whose build failed twice has to be designed first. */
export function* check(state: State, attempt: number): Lead<Checked | 'design'> {
  state.phase = 4;
  const met = yield* goals(state);
  if (!met) return 'design';
  return yield* verification(state, attempt);
}

/** QA cycles until the goals are met, or one of the other three exits. A failure is never fixed without a diagnosis. */
function* goals(state: State): Lead<boolean> {
  const progress = new Progress();
  const history: string[] = [];
  for (let cycle = 1; ; cycle += 1) {
    const { goals: results } = yield* call(state, { kind: 'qa', cycle });
    const red = results.filter(isRed);
    if (red.length === 0) return true;
    const signatures = red.map(({ signature }) => signature);
    const broken = red.find(({ environment }) => environment !== null);
    if (broken !== undefined) {
      const said = state.say.environment(4, broken.environment ?? '');
      note(state, said);
      unresolved(state, said, signatures);
    }
    if (state.mode === 'LIGHT') return lightFailed(state, red);
    const stuck = progress.failed(signatures);
    if (stuck !== undefined) {
      const said = stuck.why === 'same' ? state.say.same(4, stuck.signature) : state.say.back(4);
      note(state, said);
      unresolved(state, said, signatures);
    }
    if (cycle >= LIMITS.cycles[state.mode] && !promote(state, 'HEAVY', state.say.manyCycles)) {
      const said = state.say.cycles(cycle, signatures.join('; '));
      note(state, said);
      unresolved(state, said, signatures);
    }
    history.push(...signatures.map((each) => `cycle ${cycle}: ${each}`));
    yield* diagnosed(state, cycle, red, history);
  }
}

/** LIGHT has no fix cycle: it is reported, and only promotion can carry it on. */
function lightFailed(state: State, red: readonly GoalResult[]): boolean {
  const signatures = red.map(({ signature }) => signature);
  note(state, state.say.lightQa(signatures.join('; ')));
  if (red.some(({ goal }) => goal === 'build')) state.counted.builds += 1;
  if (state.counted.builds >= LIMITS.builds && promote(state, 'STANDARD', state.say.manyBuilds)) return false;
  return unresolved(state, state.say.lightQa(signatures.join('; ')), signatures);
}

function* diagnosed(state: State, cycle: number, failures: GoalResult[], history: string[]): Lead<void> {
  const said = yield* call(state, { kind: 'diagnose', cycle, failures, history });
  // Nobody fixes blindly: without a diagnosis the cycle is spent.
  if (said === null) return;
  yield* fix(state, {
    name: `fixer-${cycle}`,
    domain: said.domain,
    why: [said.diagnosis],
    guide: said.fix_guide,
    history,
  });
}

/** The architect, then the gap, the code analysis, E2E and coverage; only the first in LIGHT. */
function* verification(state: State, attempt: number): Lead<Checked> {
  const said = yield* call(state, { kind: 'verify', attempt, tell: [] });
  if (said.verdict === 'REJECT') state.counted.rejections += 1;
  const checked: Checked = {
    approve: said.verdict === 'APPROVE',
    reasons: [...said.reasons],
    guidance: said.guidance,
    domain: said.domain,
    must: [],
  };
  if (state.mode === 'LIGHT') return checked;
  checked.gap = yield* call(state, { kind: 'gap', attempt });
  note(state, state.say.gap(4, checked.gap.rate));
  const { must } = yield* call(state, { kind: 'review', attempt });
  checked.must = must;
  const broken = state.input.options.skipE2e ? [] : yield* endToEnd(state, attempt);
  if (broken.length > 0) checked.approve = false;
  checked.reasons.push(...broken);
  const { percent } = yield* call(state, { kind: 'coverage', attempt });
  if (percent !== null && percent < LIMITS.coverage) warn(state, state.say.coverage(percent));
  return checked;
}

/**
 * Red once: the details, a diagnosis, a fix, and again. Red twice is a rejection, and so is a goal that the fix broke.
 * Gives the reasons.
 */
function* endToEnd(state: State, attempt: number): Lead<string[]> {
  const first = yield* call(state, { kind: 'e2e', attempt, reporter: 'list' });
  if (first.status !== 'FAIL') return [];
  const detail = yield* call(state, { kind: 'e2e', attempt, reporter: 'line' });
  if (detail.status !== 'FAIL') return [];
  const failure: GoalResult = {
    goal: 'e2e',
    command: 'npx --no-install playwright test',
    status: 'FAIL',
    output: detail.output,
    signature: 'e2e',
    failures: [],
    old: false,
    environment: null,
  };
  yield* diagnosed(state, attempt, [failure], []);
  const again = yield* call(state, { kind: 'e2e', attempt, reporter: 'list' });
  if (again.status === 'FAIL') return ['the end-to-end tests are red'];
  const { goals: results } = yield* call(state, { kind: 'qa', cycle: attempt });
  return results.filter(isRed).map(({ signature }) => signature);
}
