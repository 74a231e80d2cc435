import type { Input } from '../command.ts';
import { stateAndNext, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [{ startWorkflow }, { callerOf }, { keep }] = await Promise.all([
    import('../../workflows/develop/state/start.ts'),
    import('./caller.ts'),
    import('./keep.ts'),
  ]);
  const [feature = ''] = input.args;
  const caller = callerOf(input);
  const notes = await keep(caller);
  const started = await startWorkflow(caller, feature, { ignore: !input.flag('no-ignore') });
  if (started.replaced !== null)
    input.io.err(`The earlier work ${JSON.stringify(started.replaced)} was done.\n`);
  tell(
    input,
    { ...started },
    [`Started in ${started.root}`, stateAndNext(started.state), ...notes].join('\n'),
  );
}
