import { loadConfig } from '../../../config/load.ts';
import type { Input } from '../../command.ts';
import { startInBackground } from './background.ts';
import { endDaemon } from './end-daemon.ts';

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  // Checked first: a daemon that runs is better than one that cannot start.
  const { config } = await loadConfig(home);
  const say = (text: string) => void (json || io.err(`${text}\n`));
  await endDaemon(home, { now: input.flag('now'), drainMs: config.daemon.drain_secs * 1_000, signal, say });
  await startInBackground(input);
}
