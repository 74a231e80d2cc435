import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import type { Input } from '../command.ts';
import { printEvents, secondInterrupt } from '../daemon/lifecycle/foreground.ts';
import { version } from '../version.ts';

const SLOTS = 2;
const MOST_SLOTS = 64;

export async function run(input: Input): Promise<number> {
  const [{ exposedSecrets }, { openHost }] = await Promise.all([
    import('../../config/exposed-secrets.ts'),
    import('../../host/host.ts'),
  ]);
  const { io, json, home } = input;
  const slots = input.int('slots', { min: 1, max: MOST_SLOTS }) ?? SLOTS;
  const loaded = await loadConfig(home);
  for (const warning of await exposedSecrets(loaded)) io.err(`autodev: warning: ${warning}\n`);
  const { runWorker } = await import('../../compose/cluster/worker.ts');
  using now = secondInterrupt(io, 'stopping when its items have ended; Ctrl-C once more gives them back now');
  await runWorker({
    home,
    host: openHost({ env: childEnvironment() }),
    loaded,
    version,
    slots,
    stop: input.signal,
    now: now.signal,
    problem: (message) => io.err(`autodev: ${message}\n`),
    onReady: ({ bus }) => {
      if (!json) io.err(`autodev ${version} works on up to ${slots} items of the cluster; Ctrl-C stops it\n`);
      if (input.flag('quiet')) return;
      printEvents(input, bus);
    },
  });
  return now.signal.aborted ? 130 : 0;
}
