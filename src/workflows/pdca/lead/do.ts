import type { Part } from '../verdicts/answers.ts';
import { branchOf } from '../documents/places.ts';
import type { Iteration } from '../done.ts';
import { LIMITS } from '../mode.ts';
import { Progress } from '../progress.ts';
import { disjoint } from '../changes/parts.ts';
import { fix } from './fix.ts';
import { atPhaseEnd } from './phase-end.ts';
import {
  call,
  Ended,
  note,
  promote,
  promoteByFiles,
  unresolved,
  warn,
  type Lead,
  type State,
} from './state.ts';

/** Phase 3. `design`: it was lifted out of LIGHT and has to be designed first. */
export function* implement(state: State): Lead<'check' | 'design'> {
  state.phase = 3;
  if (state.mode === 'LIGHT') {
    const lifted = yield* light(state);
    if (lifted) return 'design';
  } else {
    yield* managed(state);
    yield* architectGate(state);
  }
  yield* call(state, { kind: 'close', next: 4 });
  yield* atPhaseEnd(state, ['go on', 'change'], branchOf(state.input.options.feature));
  return 'check';
}

/** One executor; it needs a passing build. The first failed build goes back to it, the second lifts the run. */
function* light(state: State): Lead<boolean> {
  let tell: string[] = [];
  for (let iteration = 1; ; iteration += 1) {
    const done = yield* call(state, {
      kind: 'implement',
      light: true,
      parts: [],
      iteration,
      tell,
      wanted: [],
    });
    const one = done.parts[0] as Iteration;
    if (promoteByFiles(state, one.files)) return true;
    if (one.status === 'none' && one.files.length === 0 && iteration >= LIMITS.builds)
      throw new Ended('failed', state.say.writer('executor'));
    if (one.conditions.build && (one.status !== 'none' || one.files.length > 0)) return false;
    if (!one.conditions.build) state.counted.builds += 1;
    if (state.counted.builds >= LIMITS.builds) {
      if (promote(state, 'STANDARD', state.say.manyBuilds)) return true;
      unresolved(state, state.say.lightBuild, one.signatures);
    }
    tell = one.signatures;
  }
}

/** The impl-manager, or several of them on paths of their own. */
function* managed(state: State): Lead<void> {
  const parts = state.mode === 'HEAVY' ? yield* splitWork(state) : [];
  const from = state.input.from;
  // Resumed elsewhere: under five used iterations it goes on, otherwise from the start.
  const used = from !== null && from.phase === 3 && from.iteration < LIMITS.resumable ? from.iteration : 0;
  let tell = from !== null && from.phase === 3 ? from.remaining : [];
  let failed: string[] = [];
  if (parts.length > 0) {
    failed = yield* parallel(state, parts);
    if (failed.length === 0) {
      const whole = yield* call(state, { kind: 'integrate', parts, wanted: state.wanted });
      promoteByFiles(state, whole.files);
      if (isComplete(whole)) {
        completed(state, 1, whole);
        return;
      }
      tell = openOf(whole);
    }
  }
  if (failed.length === 0) failed = yield* manage(state, used, tell);
  if (failed.length === 0) return;
  note(state, state.say.failed(failureOf(state, failed)));
  const { answer } = yield* call(state, {
    kind: 'ask',
    about: 'failed',
    text: state.say.askFailed(failed.join('; ')),
    options: ['approve', 'stop'],
  });
  if (answer !== 'approve') unresolved(state, state.say.stopped, failed);
}

/** Independent work for HEAVY: fewer than two parts, or paths that overlap, and one impl-manager does it all. */
function* splitWork(state: State): Lead<Part[]> {
  const answer = yield* call(state, { kind: 'split' });
  const parts = answer?.parts ?? [];
  return parts.length >= 2 && disjoint(parts) ? parts : [];
}

function* manage(state: State, used: number, first: string[]): Lead<string[]> {
  const progress = new Progress();
  let tell = first;
  for (let iteration = used + 1; iteration <= LIMITS.iterations; iteration += 1) {
    state.iterations = iteration;
    const done = yield* call(state, {
      kind: 'implement',
      light: false,
      parts: [],
      iteration,
      tell,
      wanted: state.wanted,
    });
    const one = done.parts[0] as Iteration;
    promoteByFiles(state, one.files);
    if (isComplete(one)) {
      completed(state, iteration, one);
      return [];
    }
    tell = openOf(one);
    state.last = one;
    const stuck = progress.failed(tell);
    if (stuck !== undefined) {
      note(state, stuck.why === 'same' ? state.say.same(3, stuck.signature) : state.say.back(3));
      return tell;
    }
  }
  return [state.say.iterations(LIMITS.iterations), ...tell];
}

/** Each round runs those that are not complete, side by side; each has ten iterations. */
function* parallel(state: State, all: Part[]): Lead<string[]> {
  const progress = new Map(all.map(({ name }) => [name, new Progress()]));
  const failed: string[] = [];
  let open = all;
  let tell: string[] = [];
  for (let iteration = 1; open.length > 0; iteration += 1) {
    state.iterations = iteration;
    const done = yield* call(state, {
      kind: 'implement',
      light: false,
      parts: open,
      iteration,
      tell,
      wanted: [],
    });
    const next: Part[] = [];
    tell = [];
    for (const part of open) {
      const one = done.parts.find(({ name }) => name === part.name);
      if (one !== undefined && one.outside.length > 0)
        note(state, state.say.outside(part.name, one.outside.join(', ')));
      if (one !== undefined && isComplete(one)) continue;
      state.last = one;
      const left =
        one === undefined ? [`${part.name}: no answer`] : openOf(one).map((each) => `${part.name}: ${each}`);
      const stuck = progress.get(part.name)?.failed(left);
      if (stuck !== undefined || iteration >= LIMITS.iterations) failed.push(...left);
      else {
        next.push(part);
        tell.push(...left);
      }
    }
    open = next;
  }
  return failed;
}

/** The iron law: what was seen, with the claim. */
function completed(state: State, iterations: number, { files, evidence }: Iteration): void {
  const { test_results, build_results, lint_results, self_review } = evidence;
  const said = { iterations, files_changed: files, test_results, build_results, lint_results, self_review };
  note(state, state.say.completed(JSON.stringify(said)));
}

/** The same for one that is not complete, and what it left. */
function failureOf({ iterations, last }: State, remaining_issues: readonly string[]): string {
  const { files: files_changed = [], evidence, recommendation = '' } = last ?? {};
  const { test_results = '', build_results = '', lint_results = '', self_review = '' } = evidence ?? {};
  const seen = { iterations, files_changed, test_results, build_results, lint_results, self_review };
  const { last_attempt = '' } = evidence ?? {};
  return JSON.stringify({ ...seen, remaining_issues, last_attempt, recommendation });
}

/** All five conditions, seen by the lead, and nothing of what is never tolerated. */
export function isComplete(one: Iteration): boolean {
  const open = [one.flags, one.outside, one.signatures, one.remaining];
  return (
    one.status === 'completed' &&
    Object.values(one.conditions).every(Boolean) &&
    open.every((list) => list.length === 0)
  );
}

/** What keeps an iteration from being complete, as the next one is told it. Never empty for an open one. */
export function openOf(one: Iteration): string[] {
  const open = [
    ...one.signatures,
    ...one.flags.map(({ where, say }) => `${where}: ${say}`),
    ...one.outside.map((path) => `${path}: outside the paths of this teammate`),
    ...one.remaining,
  ];
  if (open.length > 0) return open;
  const unmet = Object.entries(one.conditions).filter(([, met]) => !met);
  return unmet.length > 0 ? unmet.map(([name]) => `condition ${name}`) : [`status ${one.status}`];
}

/** An architect who wrote none of it. Two rejections: a person is told, and work goes on. */
function* architectGate(state: State): Lead<void> {
  let tell: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const said = yield* call(state, { kind: 'gate', attempt, tell });
    if (said.verdict === 'APPROVE') return;
    state.counted.rejections += 1;
    if (attempt >= LIMITS.rejections) {
      note(state, state.say.rejected);
      warn(state, state.say.architect);
      return;
    }
    yield* fix(state, {
      name: 'domain-fixer',
      domain: said.domain,
      why: said.reasons,
      guide: said.guidance,
    });
    tell = said.reasons;
  }
}
