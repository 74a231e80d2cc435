import { noWorkflow, refuseAgent } from '../../workflows/develop/caller.ts';
import { resetWorkflow } from '../../workflows/develop/state/start.ts';
import type { Input } from '../command.ts';
import { callerOf } from './caller.ts';
import { tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const caller = callerOf(input);
  refuseAgent(caller, 'removing the workflow state');
  const root = await resetWorkflow(caller);
  if (root === undefined) throw noWorkflow();
  tell(input, { root, removed: true }, `The workflow of ${root} is forgotten.`);
}
