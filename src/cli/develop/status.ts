import { snapshot } from '../../workflows/develop/state/snapshot.ts';
import { stateFile } from '../../workflows/develop/state/place.ts';
import type { Input } from '../command.ts';
import { stateAndNext, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [{ openWorkflow }, { voidGates }, { callerOf }, { keep }] = await Promise.all([
    import('../../workflows/develop/caller.ts'),
    import('../../workflows/develop/gates/worth.ts'),
    import('./caller.ts'),
    import('./keep.ts'),
  ]);
  const caller = callerOf(input);
  const { root, state, trail } = await openWorkflow(caller);
  const stale = voidGates(state, trail, await snapshot(caller.host, root, caller.home));
  const advisory = await keep(caller);
  const notes = [...stale.values()].map((why) => `Will close at the next phase: ${why}`);
  const data = {
    root,
    file: stateFile(root),
    state,
    gate_holds: advisory.length === 0,
    void_gates: Object.fromEntries(stale),
    plan: trail?.plan ?? null,
  };
  tell(input, data, [stateAndNext(state), ...notes, ...advisory].join('\n'));
}
