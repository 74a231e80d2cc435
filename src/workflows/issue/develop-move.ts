import { nextMove } from '../develop/unattended/next.ts';
import { outcomeOf } from '../develop/unattended/workflow.ts';
import { step, type Move, type StepKey } from '../engine/flow.ts';
import type { History } from '../engine/steps/history.ts';
import type { IssueResults } from './results.ts';

/** The next move inside the workflow, or undefined when it came to a good end. Pure. */
export function developMove(history: History<IssueResults>, carry: StepKey[]): Move<'develop'> | undefined {
  const done = history.results('develop');
  const move = nextMove(done);
  if (move.kind !== 'end')
    return step('develop', done.length, 'Implementing', done.length === 0 ? 'Ready' : undefined);
  if (move.ok) return undefined;
  const lesson = { text: `${move.reason}\n${move.lesson}`.trim(), commit: null };
  return { kind: 'end', outcome: 'failed', reason: move.reason, lesson, carry };
}

/**
 * The design that passed its review, and the review, for the next attempt: both are paid for, and with the same input
 * they would say the same. Not where the work showed that the design is wrong.
 */
export function reviewedDesign(history: History<IssueResults>): StepKey<'develop'>[] {
  const done = history.results('develop');
  const first = done.findIndex(({ name }) => name !== 'design' && name !== 'review');
  const before = first === -1 ? done : done.slice(0, first);
  const last = before.at(-1);
  if (last?.name !== 'review' || !last.result.clean) return [];
  const isWrong = done.some(
    (one) => one.name === 'attempt' && one.result.validated.failure === 'DESIGN_MISMATCH',
  );
  return isWrong ? [] : before.map((_, round) => ({ name: 'develop', round }));
}

/** What the workflow says about its result, for the pull request. */
export function developSummary(history: History<IssueResults>): string {
  const done = history.results('develop');
  const move = nextMove(done);
  return move.kind === 'end' ? outcomeOf(done, move).summary : '';
}
