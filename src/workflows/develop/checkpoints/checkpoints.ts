import { AutodevError } from '../../../work/errors.ts';
import type { CheckpointState, DevelopState } from '../state/state.ts';
import { ATTEMPTS } from '../state/state.ts';
import { endsAtOnce, type FailureClass } from './ralph.ts';

/** One move of a checkpoint. Pure: gives the state with that checkpoint changed. */
export type CheckpointMove =
  | { kind: 'start'; unmet: readonly string[]; agent: boolean }
  | { kind: 'pass' }
  | { kind: 'fail'; failure: FailureClass };

export function moveCheckpoint(state: DevelopState, id: string, move: CheckpointMove): DevelopState {
  const checkpoints = state.checkpoints ?? {};
  const known = checkpoints[id];
  // Before a plan was read there are none: the first that is started makes the list.
  if (known === undefined && (move.kind !== 'start' || Object.keys(checkpoints).length > 0)) {
    const ids = Object.keys(checkpoints);
    throw new AutodevError('not_found', `there is no checkpoint ${id}`, {
      hint: ids.length === 0 ? 'start one first' : `there are: ${ids.join(', ')}`,
    });
  }
  const next = moved(id, known ?? { status: 'pending', iteration: 0 }, move);
  return { ...state, checkpoints: { ...checkpoints, [id]: next } };
}

function moved(id: string, before: CheckpointState, move: CheckpointMove): CheckpointState {
  const refuse = (message: string, hint?: string) => new AutodevError('invalid_input', message, { hint });
  if (move.kind === 'start') {
    if (before.status === 'passed') throw refuse(`checkpoint ${id} has passed already`);
    if (before.status === 'in_progress') return before;
    if (before.status === 'escalated' && move.agent) {
      throw new AutodevError('gate_closed', `checkpoint ${id} is left to a person`, {
        why: `${ATTEMPTS} attempts did not pass, or its failure needs a decision`,
        hint: 'a person can start it again outside the agent session',
      });
    }
    if (move.unmet.length > 0) {
      throw new AutodevError('gate_closed', `checkpoint ${id} waits for ${move.unmet.join(', ')}`, {
        hint: 'its dependencies must pass first',
      });
    }
    return { ...before, status: 'in_progress', iteration: 1 };
  }
  if (before.status !== 'in_progress') {
    throw refuse(
      `checkpoint ${id} is ${before.status}, not in progress`,
      `begin it with \`autodev develop checkpoint ${id} start\``,
    );
  }
  if (move.kind === 'pass') return { ...before, status: 'passed' };
  if (endsAtOnce(move.failure) || before.iteration >= ATTEMPTS) return { ...before, status: 'escalated' };
  return { ...before, iteration: before.iteration + 1 };
}
