import { AutodevError } from '../../work/errors.ts';
import type { Attempted } from '../../workflows/develop/checkpoints/attempt.ts';
import { FAILURES, type Approach } from '../../workflows/develop/checkpoints/ralph.ts';
import type { Input } from '../command.ts';
import { tell } from './tell.ts';

const ACTIONS = ['start', 'pass', 'fail'] as const;

const ADVICE: Record<Approach, string> = {
  error_text: 'fix it from the error text',
  wider_analysis: 'look wider: callers, data, assumptions, earlier attempts',
  test_oracle: 'ask the test oracle: is the test right, and what exactly does it demand',
};

/** A red validation is an outcome of the loop, but a script must be able to tell it from a green one: exit code 1. */
export async function run(input: Input): Promise<number> {
  const [id = '', word = ''] = input.args;
  const action = ACTIONS.find((one) => one === word);
  if (action === undefined)
    throw new AutodevError('usage', `checkpoint takes start, pass or fail, not "${word}"`);
  const failure = input.oneOf('class', FAILURES);
  if (failure !== undefined && action !== 'fail') throw new AutodevError('usage', '--class goes with fail');
  const seconds = input.int('timeout');
  const [{ attempt }, { callerOf }] = await Promise.all([
    import('../../workflows/develop/checkpoints/attempt.ts'),
    import('./caller.ts'),
  ]);
  const done = await attempt(callerOf(input), id, action, {
    failure,
    ...(seconds === undefined ? {} : { timeoutMs: seconds * 1_000 }),
  });
  if (done.validated?.ok === false) input.io.err(`${done.validated.output}\n`);
  tell(input, { ...done }, lineOf(done));
  return action === 'pass' && done.failure !== null ? 1 : 0;
}

function lineOf({ id, checkpoint, approach, failure }: Attempted): string {
  const why = failure === null ? '' : ` after ${failure}`;
  if (checkpoint.status === 'passed') return `${id} passed in attempt ${checkpoint.iteration}`;
  if (checkpoint.status === 'escalated') return `${id} is left to a person${why}`;
  return `${id} attempt ${checkpoint.iteration} of 3${why}: ${approach === null ? '' : ADVICE[approach]}`;
}
