import { AutodevError, messageOf } from '../../work/errors.ts';
import { spawnProgram, type Exit } from './spawn.ts';

/** Hands the terminal over to another program (an editor) until it ends. */
export async function runInTerminal(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Exit> {
  const { exited } = await spawnProgram(command, args, { stdio: 'inherit', env }).catch((error: unknown) => {
    throw new AutodevError('not_found', `cannot run ${command}`, { why: messageOf(error), cause: error });
  });
  return exited;
}
