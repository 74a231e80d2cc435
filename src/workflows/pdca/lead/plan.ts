import { scoreOf } from '../complexity.ts';
import { planPath } from '../documents/places.ts';
import type { Written } from '../done.ts';
import { feedbackFor } from '../verdicts/feedback.ts';
import { LIMITS } from '../mode.ts';
import { atPhaseEnd } from './phase-end.ts';
import { phasePlan } from '../phase-plan.ts';
import { call, Ended, note, promoteByFiles, unresolved, warn, type Lead, type State } from './state.ts';

/** Phase 1: what is there already, how complex it is, a plan that passes its gate. Gives whether DESIGN is wanted. */
export function* plan(state: State): Lead<'design' | 'do'> {
  state.phase = 1;
  const { options } = state.input;
  const found = options.skipAnalysis ? null : yield* call(state, { kind: 'findings' });
  const answer = yield* call(state, { kind: 'complexity' });
  const score = scoreOf(answer ?? undefined, options.task, options.language);
  state.score = score.total;
  state.mode = options.eco ? 'LIGHT' : score.mode;
  if (options.dryRun) {
    for (const line of phasePlan(state.mode, options)) note(state, line);
    throw new Ended('done', state.say.dryRun);
  }

  const reviewedAs = state.mode;
  let written = yield* reviewed(state);
  // Lifted out of LIGHT, whose own gate asks for less: the plan has to pass that of the others.
  if (promoteByFiles(state, written.files) && reviewedAs === 'LIGHT') written = yield* reread(state, 'plan');
  if (state.mode !== 'LIGHT') {
    written = yield* gated(state, written);
    promoteByFiles(state, written.files);
  }
  if (!options.noIssue)
    yield* call(state, { kind: 'link', related: (found?.issues ?? []).map(({ number }) => number) });
  yield* call(state, { kind: 'close', next: state.mode === 'LIGHT' ? 3 : 2 });
  const said = yield* atPhaseEnd(state, ['go on', 'change', 'skip'], planPath(options.feature), () =>
    readAgain(state, 'plan'),
  );
  return state.mode === 'LIGHT' || said === 'skip' ? 'do' : 'design';
}

/** The plan and its review, as the mode wants it. */
function* reviewed(state: State): Lead<Written> {
  if (state.mode === 'LIGHT') {
    const first = yield* write(state, { iteration: 1, of: 1 });
    if (first.missing.length === 0) return first;
    // One more try, then on: a light task is not worth blocking.
    return yield* write(state, { iteration: 2, of: 1, missing: first.missing });
  }
  if (state.mode === 'STANDARD') {
    const first = yield* write(state, { iteration: 1, of: 1 });
    const review = yield* criticOn(state, first, { iteration: 1, of: 1, notes: '' });
    if (review.verdict === 'APPROVE') return first;
    return yield* write(state, { iteration: 2, of: 1, feedback: review.feedback });
  }
  const feedback: string[] = [];
  let written: Written | undefined;
  for (let iteration = 1; iteration <= LIMITS.critic; iteration += 1) {
    written = yield* write(state, { iteration, of: LIMITS.critic, feedback: feedbackFor(feedback) });
    const { notes } = yield* call(state, { kind: 'feasibility', iteration });
    const review = yield* criticOn(state, written, { iteration, of: LIMITS.critic, notes });
    if (review.verdict === 'APPROVE') return written;
    feedback.push(review.feedback);
  }
  const text = state.say.critic(LIMITS.critic);
  if (state.input.options.interactive || state.input.options.asksWhenExhausted) {
    const { answer } = yield* call(state, {
      kind: 'ask',
      about: 'warning',
      text: state.say.askWarning(text),
      options: ['go on', 'stop'],
    });
    if (answer !== 'go on') throw new Ended('stopped', state.say.stopped);
  }
  yield* call(state, { kind: 'warn-plan' });
  warn(state, text);
  return written as Written;
}

/** Failed code checks overrule an APPROVE: nobody argues with a file that does not exist. */
function* criticOn(
  state: State,
  { checks }: Written,
  { iteration, of, notes }: { iteration: number; of: number; notes: string },
): Lead<{ verdict: 'APPROVE' | 'REVISE'; feedback: string }> {
  const review = yield* call(state, { kind: 'critic', iteration, of, notes, checks });
  if (checks.length === 0) return review;
  return {
    verdict: 'REVISE',
    feedback: [review.feedback, ...checks].filter((text) => text !== '').join('\n'),
  };
}

function* gated(state: State, first: Written): Lead<Written> {
  let written = first;
  for (let repair = 1; written.missing.length > 0; repair += 1) {
    if (repair > LIMITS.repairs) unresolved(state, state.say.planGate, written.missing);
    written = yield* write(state, { iteration: repair + 1, of: 1, missing: written.missing });
  }
  return written;
}

function* write(
  state: State,
  about: { iteration: number; of: number; feedback?: string; missing?: string[] },
): Lead<Written> {
  const written = yield* call(state, { kind: 'plan', feedback: '', missing: [], ...about });
  if (!written.ok) throw new Ended('failed', state.say.writer(written.path));
  return written;
}

/** A document as it is, against the gate of the mode the run has now. */
function* reread(state: State, kind: 'plan' | 'design'): Lead<Written> {
  return kind === 'plan'
    ? yield* call(state, { kind, iteration: 0, of: 0, feedback: '', missing: [], reread: true })
    : yield* call(state, { kind, missing: [], reread: true });
}

/** What a person changed in a document by hand passes the same gate. */
export function* readAgain(state: State, kind: 'plan' | 'design'): Lead<void> {
  const written = yield* reread(state, kind);
  if (kind === 'design') state.wanted = written.files;
  if (state.mode !== 'LIGHT') for (const each of written.missing) state.notes.push(`- ${each}`);
}
