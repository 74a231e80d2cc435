import { loadConfig } from '../../../config/load.ts';
import type { Input } from '../../command.ts';
import { endDaemon } from './end-daemon.ts';

const SAID = {
  absent: 'the daemon was not running',
  asked: 'the daemon has stopped',
  terminated: 'the daemon has stopped after SIGTERM',
  killed: 'the daemon was killed; what it left half done is taken up at the next start',
} as const;

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  const now = input.flag('now');
  const say = (text: string) => void (json || io.err(`${text}\n`));
  const ended = await endDaemon(home, { now, drainMs: await drainMs(home), signal, say });
  if (json) io.out(`${JSON.stringify({ schema_version: 1, ...ended })}\n`);
  else io.err(`${SAID[ended.how]}\n`);
}

const DEFAULT_MS = 30_000;

/** How long the configuration lets sessions run on; a configuration with a mistake must not keep a daemon from stopping. */
async function drainMs(home: string): Promise<number> {
  return loadConfig(home).then(
    ({ config }) => config.daemon.drain_secs * 1_000,
    () => DEFAULT_MS,
  );
}
