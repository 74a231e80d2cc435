import { startWorkflow } from '../../workflows/develop/start.ts';
import type { Input } from '../command.ts';
import { deskOf } from './desk.ts';
import { stateAndNext, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [feature = ''] = input.args;
  const started = await startWorkflow(deskOf(input), feature, { ignore: !input.flag('no-ignore') });
  if (started.replaced !== null)
    input.io.err(`The earlier work ${JSON.stringify(started.replaced)} was done.\n`);
  tell(input, { ...started }, `Started in ${started.root}\n${stateAndNext(started.state)}`);
}
