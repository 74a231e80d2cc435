import { approval } from '../approval.ts';
import type { CheckResult } from '../checks.ts';
import { ask, end, step, STOPPED, type Answer, type Move } from '../engine/flow.ts';
import type { History } from '../engine/history.ts';
import { patchProblems, type PatchSize } from '../patch-limits.ts';
import { words } from '../words.ts';
import type { MergeInput, MergeVerdict } from './input.ts';

export interface Resolved extends PatchSize {
  unresolved: string[];
}

const CONFLICT_ROUNDS = 2;
/** `continue` allows one more resolution. */
export const CONFLICT_OPTIONS = ['continue', 'stop'];
const TRIES = 3;

/** inspect → merge, or inspect → resolve → check → push → reviewed again. Pure. */
export function decide(input: MergeInput, done: History): Move {
  for (let round = 0; ; round += 1) {
    const verdict = done.result<MergeVerdict>('inspect', round);
    if (verdict === undefined) return step('inspect', round, 'Merging');
    if (verdict.kind === 'merged') return end('done', 'merged');
    if (verdict.kind === 'wait') return end('waits', verdict.reason);
    if (verdict.kind === 'conflict') return resolveConflict(input, done, round);
    const merged = done.result<{ merged: boolean; why: string }>('merge', round);
    if (merged === undefined) return step('merge', round, 'Merging');
    if (merged.merged) return end('done', 'merged');
    // Refused: the base or the head moved under us. Look again and decide again.
    if (round + 1 >= TRIES) return end('waits', merged.why);
  }
}

function resolveConflict(input: MergeInput, done: History, round: number): Move {
  if (!input.ownBranch) return end('waits', 'it conflicts, and its branch is in a fork');
  if (input.resolvedBefore >= CONFLICT_ROUNDS) {
    const said = done.result<Answer>('ask:conflict');
    if (said === undefined && !done.has('giveUp')) return step('giveUp', 0, 'Conflict');
    if (said === undefined) {
      const text = words(input.language).askConflict;
      return ask('ask:conflict', 0, { text, options: CONFLICT_OPTIONS });
    }
    if (said.answer !== 'continue') return end('skip', STOPPED);
  }
  // A person's "continue" is for this conflict, however many attempts it takes.
  const carry = [
    { name: 'giveUp', round: 0 },
    { name: 'ask:conflict', round: 0 },
  ];
  const resolved = done.result<Resolved>('resolve', round);
  if (resolved === undefined) return step('resolve', round, 'Conflict');
  if (resolved.unresolved.length > 0) {
    const text = `Conflict markers are left in ${resolved.unresolved.join(', ')}.`;
    return { kind: 'end', outcome: 'failed', reason: text, lesson: { text, commit: null }, carry };
  }
  const problems = patchProblems(resolved, input.limits);
  if (problems.length > 0) {
    if (!done.has('handover', round)) return step('handover', round, 'Conflict');
    const move = approval(done, problems, { round, language: input.language });
    if (move !== undefined) return move;
  }
  const checks = done.result<CheckResult>('check', round);
  if (checks === undefined) return step('check', round, 'Conflict');
  if (!checks.ok)
    return {
      kind: 'end',
      outcome: 'failed',
      reason: 'the checks failed after the conflict was resolved',
      lesson: { text: checks.output, commit: null },
      carry,
    };
  if (!done.has('push', round)) return step('push', round, 'Conflict');
  return end('again', 'the conflict is resolved; its new head is reviewed again');
}
