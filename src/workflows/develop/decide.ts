import { CLOSED, aheadOf, heldIn, neededFor, ORDER, type GateName } from './gates/gates.ts';
import type { CheckpointState, DevelopPhase, DevelopState, Strategy } from './state/state.ts';

/** What is known when somebody wants the phase to change. */
export interface Circumstances {
  /** Open gates that are not worth their word, with the reason: given for another tree, or by nobody. */
  void: ReadonlyMap<GateName, string>;
  /** An agent goes forward only, unless nothing holds it where it is. */
  agent: boolean;
  /** Ids from the plan, when one is known. */
  planned: readonly string[] | undefined;
  /** That plan was named just now: where the phase stays, its checkpoints follow it. */
  replan?: boolean;
  /** How the work will be spread; settled on entering IMPLEMENT. */
  strategy: Strategy;
}

export type PhaseChange =
  | { kind: 'enter'; state: DevelopState; closed: GateName[] }
  | { kind: 'finished' }
  | { kind: 'stay'; state: DevelopState }
  /** Refused. `state` has the gates that turned out to be void closed. */
  | { kind: 'closed'; state: DevelopState; missing: GateName[]; reason: string };

/** Whether the phase may become `to`, and what the state is then. Pure. */
export function enterPhase(before: DevelopState, to: DevelopPhase, given: Circumstances): PhaseChange {
  const gates = { ...before.gates };
  for (const gate of given.void.keys()) gates[gate] = false;
  const state: DevelopState = { ...before, gates };
  const from = before.phase;
  if (to === from) {
    const shut = neededFor(to).filter((gate) => !before.gates[gate]);
    if (shut.length > 0)
      return { kind: 'closed', state: before, missing: shut, reason: `${shut.join(', ')} is not set` };
    const changed =
      given.replan !== true || given.planned === undefined ? undefined : replan(before, given.planned);
    return { kind: 'stay', state: changed === undefined ? before : { ...before, checkpoints: changed } };
  }
  if (from === 'DONE')
    return { kind: 'closed', state, missing: [], reason: 'the work is done; start anew for the next' };

  if (ORDER.indexOf(to) < ORDER.indexOf(from)) {
    const shut = heldIn(from).filter((gate) => !gates[gate]);
    if (given.agent && shut.length > 0) {
      const reason = `an agent does not go back from ${from} while ${shut.join(', ')} is closed`;
      return { kind: 'closed', state, missing: shut, reason };
    }
    const closed = aheadOf(to).filter((gate) => gates[gate]);
    for (const gate of closed) gates[gate] = false;
    return { kind: 'enter', state: { ...state, phase: to }, closed };
  }

  const missing = neededFor(to).filter((gate) => !gates[gate]);
  if (missing.length > 0) {
    const why = missing.map((gate) => given.void.get(gate) ?? `${gate} is not set`);
    return { kind: 'closed', state, missing, reason: why.join('; ') };
  }
  if (to === 'DONE') return { kind: 'finished' };
  const next: DevelopState = { ...state, phase: to };
  if (to !== 'DESIGN' && next.checkpoints === undefined) next.checkpoints = fresh(given.planned ?? []);
  if (to === 'REVIEW' && given.planned !== undefined) next.checkpoints = fresh(given.planned);
  if (to === 'IMPLEMENT') next.strategy = given.strategy;
  return { kind: 'enter', state: next, closed: [...given.void.keys()] };
}

/** A review looks at the new plan from its start; in the middle of the work what was done stays done. */
function replan(state: DevelopState, ids: readonly string[]): DevelopState['checkpoints'] {
  if (state.phase === 'DESIGN') return undefined;
  const known = state.phase === 'REVIEW' ? {} : (state.checkpoints ?? {});
  return Object.fromEntries(Object.entries(fresh(ids)).map(([id, made]) => [id, known[id] ?? made]));
}

function fresh(ids: readonly string[]): Record<string, CheckpointState> {
  return Object.fromEntries(ids.map((id) => [id, { status: 'pending' as const, iteration: 0 }]));
}

/** A new piece of work: all gates closed. */
export function newState(feature: string, now: string): DevelopState {
  return { phase: 'DESIGN', feature, started_at: now, updated_at: now, gates: { ...CLOSED } };
}
