import { openWorkflow } from '../../workflows/develop/desk.ts';
import { setGate } from '../../workflows/develop/set-gate.ts';
import { snapshot } from '../../workflows/develop/snapshot.ts';
import type { Input } from '../command.ts';
import { deskOf } from './desk.ts';
import { evidenceIn, gateNamed } from './gate-word.ts';
import { stateLines, tell } from './tell.ts';

/** Closing a gate needs no terminal: it takes nothing from anybody but speed. */
export async function run(input: Input): Promise<void> {
  const gate = gateNamed(input);
  const desk = deskOf(input);
  const evidence = (await evidenceIn(input)) ?? 'closed by hand';
  const { root } = await openWorkflow(desk);
  const seen = await snapshot(desk.host, root, desk.home);
  const state = await setGate(desk, gate, {
    open: false,
    by: desk.agent ? 'program' : 'person',
    evidence,
    seen,
  });
  tell(input, { gate, open: false, seen, state }, `${gate} is closed\n${stateLines(state)}`);
}
