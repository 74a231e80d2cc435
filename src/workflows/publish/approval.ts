import { ask, end, STOPPED, type Move, type PersonAnswer } from '../engine/flow.ts';
import type { History } from '../engine/steps/history.ts';
import type { PatchProblem } from './patch-limits.ts';
import { patchReasons } from './patch-reasons.ts';
import { words, type Language } from '../words.ts';

export const PATCH_OPTIONS = ['approve', 'stop'];

/** Names the commit itself: a yes is for exactly this change, and any other is asked about again. */
type PatchQuestion = `ask:patch:${string}`;
export type PatchAnswers = { [Name in PatchQuestion]: PersonAnswer };
const nameOf = (commit: string): PatchQuestion => `ask:patch:${commit}`;
export const isPatchAnswer = (step: { name: string }): boolean => step.name.startsWith('ask:patch:');

/** Nobody can allow a secret to be published. */
export function mayBeApproved(problems: readonly PatchProblem[]): boolean {
  return problems.every(({ kind }) => kind !== 'secrets');
}

/** The move for a change that was handed over to a person; undefined once they approved it. Pure. */
export function approval(
  done: History<PatchAnswers>,
  problems: readonly PatchProblem[],
  at: { round: number; language: Language },
): Move<PatchQuestion> | undefined {
  const commit = done.lastCommit();
  if (commit === undefined || !mayBeApproved(problems)) return end('skip', 'the change needs a person');
  const said = done.result(nameOf(commit), at.round);
  if (said === undefined) {
    const reasons = patchReasons(problems, at.language).join('; ');
    const text = words(at.language).askPatch(reasons, commit.slice(0, 12));
    return ask(nameOf(commit), at.round, { text, options: PATCH_OPTIONS });
  }
  return said.answer === 'approve' ? undefined : end('skip', STOPPED);
}
