import { noWorkflow, refuseAgent } from '../../workflows/develop/desk.ts';
import { resetWorkflow } from '../../workflows/develop/start.ts';
import type { Input } from '../command.ts';
import { deskOf } from './desk.ts';
import { tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const desk = deskOf(input);
  refuseAgent(desk, 'removing the workflow state');
  const root = await resetWorkflow(desk);
  if (root === undefined) throw noWorkflow();
  tell(input, { root, removed: true }, `The workflow of ${root} is forgotten.`);
}
