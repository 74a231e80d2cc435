import { approval } from '../publish/approval.ts';
import { ask, end, step, STOPPED, type Move, type StepKey } from '../engine/flow.ts';
import type { History, StepName } from '../engine/steps/history.ts';
import { patchProblems } from '../publish/patch-limits.ts';
import { words } from '../words.ts';
import type { MergeInput } from './input.ts';
import type { MergeResults } from './results.ts';

const CONFLICT_ROUNDS = 2;
/** `continue` allows one more resolution. */
export const CONFLICT_OPTIONS = ['continue', 'stop'];
const TRIES = 3;

/** inspect → merge, or inspect → resolve → check → push → reviewed again. Pure. */
export function decide(input: MergeInput, done: History<MergeResults>): Move<StepName<MergeResults>> {
  for (let round = 0; ; round += 1) {
    const verdict = done.result('inspect', round);
    if (verdict === undefined) return step('inspect', round, 'Merging');
    if (verdict.kind === 'merged') return end('done', 'merged');
    if (verdict.kind === 'wait') return end('waiting', verdict.reason);
    if (verdict.kind === 'retarget') {
      const { base, after } = verdict;
      if (!done.has('retarget', round)) return step('retarget', round, 'Merging');
      // Another base, with other merges beside it: it queues there anew.
      return end('waiting', `it goes into ${base} now that #${after} is merged`);
    }
    if (verdict.kind === 'conflict') return resolveConflict(input, done, round);
    const merged = done.result('merge', round);
    if (merged === undefined) return step('merge', round, 'Merging');
    if (merged.merged) return end('done', 'merged');
    // Refused: the base or the head moved under us. Look again and decide again.
    if (round + 1 >= TRIES) return end('waiting', merged.why);
  }
}

function resolveConflict(
  input: MergeInput,
  done: History<MergeResults>,
  round: number,
): Move<StepName<MergeResults>> {
  if (!input.ownBranch) return end('waiting', 'it conflicts, and its branch is in a fork');
  if (input.resolvedBefore >= CONFLICT_ROUNDS) {
    const said = done.result('ask:conflict');
    if (said === undefined && !done.has('giveUp')) return step('giveUp', 0, 'Conflict');
    if (said === undefined) {
      const text = words(input.language).askConflict;
      return ask('ask:conflict', 0, { text, options: CONFLICT_OPTIONS });
    }
    if (said.answer !== 'continue') return end('skip', STOPPED);
  }
  // A person's "continue" is for this conflict, however many attempts it takes.
  const carry: StepKey<StepName<MergeResults>>[] = [
    { name: 'giveUp', round: 0 },
    { name: 'ask:conflict', round: 0 },
  ];
  const resolved = done.result('resolve', round);
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
  const checks = done.result('check', round);
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
