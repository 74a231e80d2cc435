import { openWorkflow } from '../../workflows/develop/desk.ts';
import { snapshot } from '../../workflows/develop/snapshot.ts';
import { stateFile } from '../../workflows/develop/place.ts';
import { voidGates } from '../../workflows/develop/worth.ts';
import type { Input } from '../command.ts';
import { deskOf } from './desk.ts';
import { stateAndNext, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const desk = deskOf(input);
  const { root, state, trail } = await openWorkflow(desk);
  const stale = voidGates(state, trail, await snapshot(desk.host, root));
  const notes = [...stale.values()].map((why) => `Will close at the next phase: ${why}`);
  const data = {
    root,
    file: stateFile(root),
    state,
    void_gates: Object.fromEntries(stale),
    plan: trail?.plan ?? null,
  };
  tell(input, data, [stateAndNext(state), ...notes].join('\n'));
}
