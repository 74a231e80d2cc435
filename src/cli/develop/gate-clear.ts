import { snapshot } from '../../workflows/develop/state/snapshot.ts';
import type { Input } from '../command.ts';
import { evidenceIn, gateNamed } from './gate-word.ts';
import { stateLines, tell } from './tell.ts';

/** Closing a gate needs no terminal: it takes nothing from anybody but speed. */
export async function run(input: Input): Promise<void> {
  const [{ openWorkflow }, { setGate }, { callerOf }] = await Promise.all([
    import('../../workflows/develop/caller.ts'),
    import('../../workflows/develop/gates/set-gate.ts'),
    import('./caller.ts'),
  ]);
  const gate = gateNamed(input);
  const caller = callerOf(input);
  const evidence = (await evidenceIn(input)) ?? 'closed by hand';
  const { root } = await openWorkflow(caller);
  const seen = await snapshot(caller.host, root, caller.home);
  const state = await setGate(caller, gate, {
    open: false,
    by: caller.agent ? 'program' : 'person',
    evidence,
    seen,
  });
  tell(input, { gate, open: false, seen, state }, `${gate} is closed\n${stateLines(state)}`);
}
