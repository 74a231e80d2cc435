import { approval, isPatchAnswer } from '../approval.ts';
import type { CheckResult } from '../checks.ts';
import { ask, end, step, STOPPED, type Answer, type Move, type StepKey } from '../engine/flow.ts';
import type { History } from '../engine/history.ts';
import { patchProblems } from '../patch-limits.ts';
import { words } from '../words.ts';
import { ROUNDS_OPTIONS } from './options.ts';
import type { Improved, PullInput, Reviewed } from './input.ts';

/** review → publish → (improve → check → push → review …), at most `maxRounds` reviews. Pure. */
export function decide(input: PullInput, done: History): Move {
  for (let round = 0; ; round += 1) {
    const review = done.result<Reviewed>('review', round);
    if (review === undefined) return step('review', round, 'Reviewing', round === 0 ? undefined : 'Improved');
    if (!done.has('publish', round)) return step('publish', round, 'Reviewing');
    if (review.verdict === 'approve') return end('done', 'approved');
    if (!input.improvable) return end('done', 'reviewed; it waits for its author to push');
    if (round + 1 >= input.maxRounds) {
      const move = exhausted(input, done, round);
      if (move !== undefined) return move;
    }

    const improved = done.result<Improved>('improve', round);
    if (improved === undefined) return step('improve', round, 'Improving', 'ReviewDone');
    const carry = settled(done, round);
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
    const checks = done.result<CheckResult>('check', round);
    if (checks === undefined) return step('check', round, 'Improving');
    if (!checks.ok) {
      const lesson = { text: checks.output, commit: done.lastCommit() ?? null };
      return { kind: 'end', outcome: 'failed', reason: 'the checks failed', lesson, carry };
    }
    if (!done.has('push', round)) return step('push', round, 'Improving');
  }
}

/** The rounds are used up: approved with a warning, or as a person says. Undefined: they allow one more round. */
function exhausted(input: PullInput, done: History, round: number): Move | undefined {
  if (!done.has('exhausted', round)) return step('exhausted', round, 'Reviewing');
  if (input.onExhausted === 'approve') return end('done', 'approved with open points');
  const said = done.result<Answer>('ask:rounds', round);
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
function settled(done: History, round: number): StepKey[] {
  return done.steps
    .filter((step) => !(step.round === round && isImproving(step)))
    .map(({ name, round: at }) => ({ name, round: at }));
}

/** Another attempt makes another change; what was said of this one says nothing about that. */
function isImproving(step: { name: string }): boolean {
  return ['improve', 'check', 'handover'].includes(step.name) || isPatchAnswer(step);
}
