import { AutodevError } from '../../../work/errors.ts';
import { moveCheckpoint } from './checkpoints.ts';
import { noWorkflow, openWorkflow, type Caller } from '../caller.ts';
import { plannedFiles } from './plan.ts';
import { approachOf, type Approach, type FailureClass } from './ralph.ts';
import { changeState } from '../state/state-file.ts';
import type { CheckpointState, DevelopState } from '../state/state.ts';
import { validate, type Validated } from './validate.ts';

export interface Attempted {
  id: string;
  checkpoint: CheckpointState;
  /** How the attempt that now begins should go about it; null when there is none. */
  approach: Approach | null;
  failure: FailureClass | null;
  validated: Validated | null;
}

/**
 * One boundary of the RALPH loop. `pass` is a claim: where the plan names a validation command it is run, and a red
 * one counts as a failed attempt.
 */
export async function attempt(
  caller: Caller,
  id: string,
  action: 'start' | 'pass' | 'fail',
  options: { failure?: FailureClass | undefined; timeoutMs?: number | undefined } = {},
): Promise<Attempted> {
  const { host } = caller;
  const { root, state: seen, trail } = await openWorkflow(caller);
  if (seen.phase !== 'IMPLEMENT') {
    throw new AutodevError(
      'gate_closed',
      `checkpoints are worked on in IMPLEMENT; the work is in ${seen.phase}`,
      {
        hint: 'enter it with `autodev develop phase IMPLEMENT` when its gates are open',
      },
    );
  }
  const planned = trail?.plan?.find((one) => one.id === id);
  const running = seen.checkpoints?.[id]?.status === 'in_progress';
  const validated =
    planned === undefined ||
    action === 'start' ||
    !running ||
    (action === 'fail' && options.failure !== undefined)
      ? null
      : await validate(host, root, planned.validation, {
          // A plan is an agent's own words: its commands get no more than the agent's.
          ...(caller.sandboxRun === undefined ? {} : { through: caller.sandboxRun, home: caller.home }),
          planned: plannedFiles(trail?.plan ?? []),
          ...(caller.signal === undefined ? {} : { signal: caller.signal }),
          ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
        });
  const failure =
    action === 'fail' || validated?.ok === false
      ? (options.failure ?? validated?.failure ?? 'LOGIC_ERROR')
      : null;
  const after = await changeState(root, host, (before) => {
    if (before === undefined) throw noWorkflow();
    if (action === 'start') {
      return moveCheckpoint(before, id, {
        kind: 'start',
        agent: caller.agent,
        unmet: unmet(before, planned?.dependencies ?? []),
      });
    }
    return moveCheckpoint(before, id, failure === null ? { kind: 'pass' } : { kind: 'fail', failure });
  });
  const checkpoint = after?.checkpoints?.[id];
  if (checkpoint === undefined) throw new Error(`checkpoint ${id} is gone`);
  const approach = checkpoint.status === 'in_progress' ? approachOf(checkpoint.iteration) : null;
  return { id, checkpoint, approach, failure, validated };
}

function unmet(state: DevelopState, dependencies: readonly string[]): string[] {
  return dependencies.filter((id) => state.checkpoints?.[id]?.status !== 'passed');
}
