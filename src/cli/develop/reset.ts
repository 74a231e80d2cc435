import type { Input } from '../command.ts';
import { tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [{ noWorkflow, refuseAgent }, { resetWorkflow }, { callerOf }] = await Promise.all([
    import('../../workflows/develop/caller.ts'),
    import('../../workflows/develop/state/start.ts'),
    import('./caller.ts'),
  ]);
  const caller = callerOf(input);
  refuseAgent(caller, 'removing the workflow state');
  const root = await resetWorkflow(caller);
  if (root === undefined) throw noWorkflow();
  tell(input, { root, removed: true }, `The workflow of ${root} is forgotten.`);
}
