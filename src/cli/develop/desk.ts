import { childEnvironment, readEnvironment } from '../../config/environment.ts';
import { openHost } from '../../host/host.ts';
import { RUN_TAG } from '../../work/ids.ts';
import type { Desk } from '../../workflows/develop/desk.ts';
import type { Input } from '../command.ts';

/** Where the command stands and who asks: an agent's processes carry AUTODEV_RUN or CLAUDECODE. */
export function deskOf(input: Input): Desk {
  const env = readEnvironment();
  return {
    host: openHost({ env: childEnvironment() }),
    home: input.home,
    cwd: process.cwd(),
    agent: Boolean(env[RUN_TAG]) || Boolean(env['CLAUDECODE']),
    signal: input.signal,
  };
}
