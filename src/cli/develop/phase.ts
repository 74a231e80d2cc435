import { readEnvironment } from '../../config/environment.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { stateAndNext, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [{ changePhase }, { PHASES, STRATEGIES }, { callerOf }] = await Promise.all([
    import('../../workflows/develop/move.ts'),
    import('../../workflows/develop/state/state.ts'),
    import('./caller.ts'),
  ]);
  const word = (input.args[0] ?? '').toUpperCase();
  const to = PHASES.find((phase) => phase === (word === 'MERGE' ? 'PR' : word));
  if (to === undefined)
    throw new AutodevError('usage', `unknown phase: ${word}`, { hint: `one of ${PHASES.join(', ')}` });
  const moved = await changePhase(callerOf(input), to, {
    plan: input.text('plan'),
    strategy: input.oneOf('strategy', STRATEGIES),
    teams: readEnvironment()['CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS'] === '1',
  });
  if (moved.closed.length > 0) input.io.err(`Closed again: ${moved.closed.join(', ')}\n`);
  tell(input, { ...moved }, `${moved.from} → ${moved.to}\n${stateAndNext(moved.state)}`);
}
