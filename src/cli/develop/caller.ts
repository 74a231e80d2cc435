import { fileURLToPath } from 'node:url';
import { childEnvironment, readEnvironment } from '../../config/environment.ts';
import { openHost } from '../../host/host.ts';
import { RUN_TAG } from '../../work/ids.ts';
import type { Caller } from '../../workflows/develop/caller.ts';
import type { Input } from '../command.ts';

/** The same file that an agent's commands go through, in a checkout and in an installed package. */
export const RUN_FILE = fileURLToPath(
  new URL('../../../plugins/develop-workflow/hooks/develop-run.cjs', import.meta.url),
);

/** Where the command stands and who asks: an agent's processes carry AUTODEV_RUN or CLAUDECODE. */
export function callerOf(input: Input): Caller {
  const env = readEnvironment();
  return {
    host: openHost({ env: childEnvironment() }),
    home: input.home,
    cwd: process.cwd(),
    agent: Boolean(env[RUN_TAG]) || Boolean(env['CLAUDECODE']),
    signal: input.signal,
    sandboxRun: [process.execPath, RUN_FILE, '--'],
  };
}
