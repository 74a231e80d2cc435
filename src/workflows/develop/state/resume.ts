import { GATES } from '../gates/gates.ts';
import type { DevelopPhase, DevelopState } from './state.ts';

/** Where a session that knows nothing goes on. */
export type Resume =
  | { kind: 'new' }
  | { kind: 'done'; feature: string }
  | {
      kind: 'go_on';
      phase: DevelopPhase;
      /** DESIGN, REVIEW and PR begin again; IMPLEMENT goes on inside. */
      restartsPhase: boolean;
      /** The running checkpoint, or the next one. */
      checkpoint: { id: string; iteration: number; running: boolean } | null;
      skipped: string[];
      escalated: string[];
    };

export function resumeFrom(state: DevelopState | undefined): Resume {
  if (state === undefined) return { kind: 'new' };
  if (state.phase === 'DONE') return { kind: 'done', feature: state.feature };
  const entries = Object.entries(state.checkpoints ?? {});
  const withStatus = (status: string) => entries.filter(([, one]) => one.status === status).map(([id]) => id);
  if (state.phase !== 'IMPLEMENT') {
    return {
      kind: 'go_on',
      phase: state.phase,
      restartsPhase: true,
      checkpoint: null,
      skipped: [],
      escalated: [],
    };
  }
  const running = entries.find(([, one]) => one.status === 'in_progress');
  const next = running ?? entries.find(([, one]) => one.status === 'pending');
  return {
    kind: 'go_on',
    phase: 'IMPLEMENT',
    restartsPhase: false,
    checkpoint:
      next === undefined
        ? null
        : { id: next[0], iteration: Math.max(1, next[1].iteration), running: running !== undefined },
    skipped: withStatus('passed'),
    escalated: withStatus('escalated'),
  };
}

/** The report people get before they choose, as the first design words it. */
export function describeState(state: DevelopState): string {
  const gates = GATES.map((gate) => `${gate}=${state.gates[gate]}`).join(', ');
  const checkpoints = Object.entries(state.checkpoints ?? {}).map(([id, { status, iteration }]) =>
    status === 'in_progress' ? `${id} in_progress (iter ${iteration}/3)` : `${id} ${status}`,
  );
  return [
    `Feature: ${JSON.stringify(state.feature)}, phase ${state.phase}${state.strategy === undefined ? '' : `, strategy ${state.strategy}`}`,
    `Gates: ${gates}`,
    ...(checkpoints.length > 0 ? [`Checkpoints: ${checkpoints.join(', ')}`] : []),
  ].join('\n');
}
