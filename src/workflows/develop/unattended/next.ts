import { inOrder, type CheckpointPlan } from '../checkpoints/plan.ts';
import { approachOf, endsAtOnce, type Approach } from '../checkpoints/ralph.ts';
import { ATTEMPTS } from '../state/state.ts';
import type { Validated } from '../checkpoints/validate.ts';
import type { DevelopDone } from './done.ts';

/** Rounds of each review; the last one that is not clean ends the work. */
export const ROUNDS = 3;

export type NextMove =
  | { kind: 'design'; round: number; feedback: string[] }
  | { kind: 'judge'; name: 'review' | 'verify' | 're-review'; round: number }
  | {
      kind: 'attempt';
      round: number;
      checkpoint: CheckpointPlan;
      iteration: number;
      approach: Approach;
      earlier: Validated[];
    }
  | { kind: 'fix'; name: 'fix-verify' | 'fix-re-review'; round: number; reasons: string[] }
  | { kind: 'end'; ok: boolean; reason: string; lesson: string };

/** DESIGN → REVIEW → IMPLEMENT → PR without anybody to ask. Pure: what was done so far gives the next move. */
export function nextMove(done: readonly DevelopDone[]): NextMove {
  const of = <N extends DevelopDone['name']>(name: N) =>
    done.filter((one): one is DevelopDone & { name: N } => one.name === name);
  const designs = of('design');
  const reviews = of('review');
  const plan = designs.at(-1)?.result.checkpoints;
  if (plan === undefined) return { kind: 'design', round: 0, feedback: [] };
  if (reviews.length < designs.length) return { kind: 'judge', name: 'review', round: reviews.length };
  const reviewed = reviews.at(-1)?.result;
  if (reviewed?.clean !== true) {
    const reasons = reviewed?.reasons ?? [];
    if (reviews.length >= ROUNDS) return failed('the design did not pass its review', reasons);
    return { kind: 'design', round: designs.length, feedback: reasons };
  }

  for (const [at, checkpoint] of (inOrder(plan) ?? plan).entries()) {
    const attempts = of('attempt').filter((one) => one.result.id === checkpoint.id);
    const last = attempts.at(-1)?.result.validated;
    if (last?.ok === true) continue;
    const failure = last?.failure ?? 'LOGIC_ERROR';
    if (last !== undefined && (endsAtOnce(failure) || attempts.length >= ATTEMPTS))
      return failed(`checkpoint ${checkpoint.id} did not pass (${failure})`, [last.output]);
    const iteration = attempts.length + 1;
    return {
      kind: 'attempt',
      round: at * ATTEMPTS + attempts.length,
      checkpoint,
      iteration,
      approach: approachOf(iteration),
      earlier: attempts.map((one) => one.result.validated),
    };
  }

  for (const name of ['verify', 're-review'] as const) {
    const verdicts = of(name);
    const fixes = of(`fix-${name}`);
    const last = verdicts.at(-1)?.result;
    if (last?.clean === true) continue;
    const red = fixes.at(-1)?.result.validated.find((one) => !one.ok);
    if (red !== undefined) return failed(`a repair after ${name} broke ${red.command}`, [red.output]);
    if (last === undefined || fixes.length === verdicts.length)
      return { kind: 'judge', name, round: verdicts.length };
    if (verdicts.length >= ROUNDS)
      return failed(`${name} was not clean after ${ROUNDS} rounds`, last.reasons);
    return { kind: 'fix', name: `fix-${name}`, round: fixes.length, reasons: last.reasons };
  }
  return {
    kind: 'end',
    ok: true,
    reason: 'designed, reviewed, implemented, verified and reviewed again',
    lesson: '',
  };
}

function failed(reason: string, details: readonly string[]): NextMove {
  return { kind: 'end', ok: false, reason, lesson: [reason, ...details].join('\n') };
}
