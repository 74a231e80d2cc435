import { nextMove, type Done } from '../develop/unattended/next.ts';
import { outcomeOf } from '../develop/unattended/workflow.ts';
import { step, type Move, type StepKey } from '../engine/flow.ts';
import type { History } from '../engine/history.ts';

export function developed(history: History): Done[] {
  return history.steps.filter((one) => one.name === 'develop').map((one) => one.result as Done);
}

/** The next move inside the workflow, or undefined when it came to a good end. Pure. */
export function developMove(history: History, carry: StepKey[]): Move | undefined {
  const done = developed(history);
  const move = nextMove(done);
  if (move.kind !== 'end')
    return step('develop', done.length, 'Implementing', done.length === 0 ? 'Ready' : undefined);
  if (move.ok) return undefined;
  const lesson = { text: `${move.reason}\n${move.lesson}`.trim(), commit: null };
  return { kind: 'end', outcome: 'failed', reason: move.reason, lesson, carry };
}

/** What the workflow says about its result, for the pull request. */
export function developSummary(history: History): string {
  const done = developed(history);
  const move = nextMove(done);
  return move.kind === 'end' ? outcomeOf(done, move).summary : '';
}
