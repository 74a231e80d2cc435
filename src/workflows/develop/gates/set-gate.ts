import { isoSeconds } from '../../../host/clock.ts';
import { noWorkflow, openWorkflow, type Caller } from '../caller.ts';
import type { GateName } from './gates.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { changeState } from '../state/state-file.ts';
import type { DevelopState } from '../state/state.ts';
import { writeTrail, type Trail } from './trail.ts';

/** Opens or closes a gate and keeps why, with the tree it speaks of. Who may ask is decided by the caller. */
export async function setGate(
  caller: Caller,
  gate: GateName,
  word: { open: boolean; by: 'verdict' | 'person' | 'program'; evidence: unknown; seen: Snapshot },
): Promise<DevelopState> {
  const { host, home } = caller;
  const { root } = await openWorkflow(caller);
  const after = await changeState(root, host, async (before) => {
    if (before === undefined) throw noWorkflow();
    const { trail } = await openWorkflow(caller);
    const at = isoSeconds(host.clock.now());
    const entry = {
      kind: 'gate' as const,
      at,
      gate,
      open: word.open,
      by: word.by,
      evidence: word.evidence,
      ...word.seen,
    };
    // A workflow that was not begun by the program gets its trail with its first gate; what was open before is
    // taken as it is found.
    const kept: Trail = trail ?? inherited(root, before, at);
    await writeTrail(home, { ...kept, entries: [...kept.entries, entry] });
    return {
      ...before,
      started_at: before.started_at ?? kept.started_at,
      gates: { ...before.gates, [gate]: word.open },
    };
  });
  return after as DevelopState;
}

function inherited(root: string, state: DevelopState, at: string): Trail {
  const open = (Object.keys(state.gates) as GateName[]).filter((gate) => state.gates[gate] === true);
  return {
    root,
    feature: state.feature,
    started_at: state.started_at ?? at,
    entries: open.map((gate) => ({
      kind: 'gate',
      at,
      gate,
      open: true,
      by: 'program',
      evidence: 'it was open when the program first saw it',
      commit: null,
      tree: null,
    })),
  };
}
