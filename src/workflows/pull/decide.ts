import type { CheckResult } from '../checks.ts';
import { end, step, type Move, type StepKey } from '../engine/flow.ts';
import type { History } from '../engine/history.ts';
import { patchProblems } from '../patch-limits.ts';
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
      if (!done.has('exhausted', round)) return step('exhausted', round, 'Reviewing');
      return input.onExhausted === 'approve'
        ? end('done', 'approved with open points')
        : end('skip', 'the review rounds are used up');
    }

    const improved = done.result<Improved>('improve', round);
    if (improved === undefined) return step('improve', round, 'Improving', 'ReviewDone');
    const carry = settled(done, round);
    if (improved.files.length === 0) {
      const text = 'The session ended without changing any file.';
      return { kind: 'end', outcome: 'failed', reason: text, lesson: { text, commit: null }, carry };
    }
    if (patchProblems(improved, input.limits).length > 0) {
      return done.has('handover', round)
        ? end('skip', 'the change needs a person')
        : step('handover', round, 'Improving');
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

/** Everything finished but this round's improvement: the next attempt does that part again. */
function settled(done: History, round: number): StepKey[] {
  return done.steps
    .filter((step) => !(step.round === round && ['improve', 'check'].includes(step.name)))
    .map(({ name, round: at }) => ({ name, round: at }));
}
