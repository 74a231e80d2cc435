import { approval, isPatchAnswer } from '../publish/approval.ts';
import { ask, end, step, STOPPED, type Move, type StepKey } from '../engine/flow.ts';
import type { History, StepName } from '../engine/steps/history.ts';
import { patchProblems } from '../publish/patch-limits.ts';
import { words } from '../words.ts';
import { decideAgain } from './decide-again.ts';
import { isGiven, reviewAt } from './given.ts';
import { ROUNDS_OPTIONS } from './options.ts';
import type { PullInput } from './input.ts';
import type { PullResults } from './results.ts';

/**
 * review → publish → (improve → check → push → review …), at most `maxRounds` reviews. One that was reviewed before
 * begins with what people and checks said since, in place of the first review. Pure.
 */
export function decide(input: PullInput, done: History<PullResults>): Move<StepName<PullResults>> {
  const again = input.again ?? null;
  const before = again === null ? undefined : decideAgain(input, again, done);
  if (before !== undefined) return before;
  for (let round = 0; ; round += 1) {
    const review = reviewAt(input, done, round);
    if (review === undefined) return step('review', round, 'Reviewing', round === 0 ? undefined : 'Improved');
    if (!isGiven(input, round)) {
      if (!done.has('publish', round)) return step('publish', round, 'Reviewing');
      if (review.verdict === 'approve') return askedAgain(input, done) ?? end('done', 'approved');
      if (!input.improvable) return end('done', 'reviewed; it waits for its author to push');
      if (round + 1 >= input.maxRounds + (again === null ? 0 : 1)) {
        const move = exhausted(input, done, round);
        if (move !== undefined) return move;
      }
    }

    const improved = done.result('improve', round);
    if (improved === undefined) return step('improve', round, 'Improving', 'ReviewDone');
    const carry = settled(done, round);
    const replies = isGiven(input, round) && (again?.remarks ?? []).length > 0;
    if (improved.files.length === 0 && replies && (improved.answers ?? []).length > 0) {
      // Every point is answered, and none of them asks for a change of the code.
      if (!done.has('reply')) return step('reply', 0, 'Improving');
      return askedAgain(input, done) ?? end('done', 'answered; nothing had to be changed');
    }
    if (improved.files.length === 0) {
      const text = 'The session ended without changing any file.';
      return { kind: 'end', outcome: 'failed', reason: text, lesson: { text, commit: null }, carry };
    }
    const problems = patchProblems(improved, input.limits);
    if (problems.length > 0) {
      if (!done.has('handover', round)) return step('handover', round, 'Improving');
      const move = approval(done, problems, { round, language: input.language });
      if (move !== undefined) return move;
    }
    const checks = done.result('check', round);
    if (checks === undefined) return step('check', round, 'Improving');
    if (!checks.ok) {
      const lesson = { text: checks.output, commit: done.lastCommit() ?? null };
      return { kind: 'end', outcome: 'failed', reason: 'the checks failed', lesson, carry };
    }
    if (!done.has('push', round)) return step('push', round, 'Improving');
    if (replies && !done.has('reply')) return step('reply', 0, 'Improving');
  }
}

/** Whoever asked for changes is asked to look again. Undefined: they were, or nobody did. */
function askedAgain(
  { again }: PullInput,
  done: History<PullResults>,
): Move<StepName<PullResults>> | undefined {
  if ((again?.remarks ?? []).length === 0 || done.has('askAgain')) return undefined;
  return step('askAgain', 0, 'Reviewing');
}

/** The rounds are used up: approved with a warning, or as a person says. Undefined: they allow one more round. */
function exhausted(
  input: PullInput,
  done: History<PullResults>,
  round: number,
): Move<StepName<PullResults>> | undefined {
  if (!done.has('exhausted', round)) return step('exhausted', round, 'Reviewing');
  if (input.onExhausted === 'approve') return end('done', 'approved with open points');
  const said = done.result('ask:rounds', round);
  if (said === undefined) {
    const text = words(input.language).askRounds(round + 1);
    return ask('ask:rounds', round, { text, options: ROUNDS_OPTIONS });
  }
  if (said.answer === 'continue') return undefined;
  if (said.answer !== 'approve') return end('skip', STOPPED);
  return done.has('approve', round)
    ? end('done', `approved by ${said.by} with open points`)
    : step('approve', round, 'Reviewing');
}

/** Everything finished but this round's improvement: the next attempt does that part again. */
function settled(done: History<PullResults>, round: number): StepKey[] {
  return done.steps
    .filter((step) => !(step.round === round && isImproving(step)))
    .map(({ name, round: at }) => ({ name, round: at }));
}

const IMPROVING: readonly string[] = ['improve', 'check', 'handover'] satisfies StepName<PullResults>[];

/** The next attempt makes another change: checks and approvals of this one do not hold for it. */
function isImproving(step: { name: string }): boolean {
  return IMPROVING.includes(step.name) || isPatchAnswer(step);
}
