import { AutodevError } from '../../work/errors.ts';
import { snapshot } from '../../workflows/develop/state/snapshot.ts';
import type { Input } from '../command.ts';
import { evidenceIn, gateNamed } from './gate-word.ts';
import { stateLines, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [{ openWorkflow, refuseAgent }, { setGate }, { callerOf }] = await Promise.all([
    import('../../workflows/develop/caller.ts'),
    import('../../workflows/develop/gates/set-gate.ts'),
    import('./caller.ts'),
  ]);
  const gate = gateNamed(input);
  const caller = callerOf(input);
  refuseAgent(caller, 'opening a gate by hand');
  if (!input.io.inIsTerminal) {
    throw new AutodevError('gate_closed', 'opening a gate by hand needs a terminal', {
      why: 'standard input is not one, so nobody can be said to have decided it',
      hint: 'run it yourself; programs use `autodev develop review`, `verify` and `re-review`',
    });
  }
  const evidence = await evidenceIn(input);
  if (evidence === undefined)
    throw new AutodevError('usage', '--evidence is missing', {
      hint: 'name the file your decision rests on',
    });
  const { root } = await openWorkflow(caller);
  const seen = await snapshot(caller.host, root, caller.home);
  const state = await setGate(caller, gate, { open: true, by: 'person', evidence, seen });
  tell(input, { gate, open: true, seen, state }, `${gate} is open\n${stateLines(state)}`);
}
