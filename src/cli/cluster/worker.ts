import { childEnvironment } from '../../config/environment.ts';
import { exposedSecrets } from '../../config/exposed-secrets.ts';
import { loadConfig } from '../../config/load.ts';
import { openHost } from '../../host/host.ts';
import { onSignals } from '../../host/process/signals.ts';
import { openNews } from '../../render/news.ts';
import type { Input } from '../command.ts';
import { version } from '../version.ts';

const SLOTS = 2;
const MOST_SLOTS = 64;

export async function run(input: Input): Promise<number> {
  const { io, json, home } = input;
  const slots = input.int('slots', { min: 1, max: MOST_SLOTS }) ?? SLOTS;
  const loaded = await loadConfig(home);
  for (const warning of await exposedSecrets(loaded)) io.err(`autodev: warning: ${warning}\n`);
  const { runWorker } = await import('../../compose/cluster/worker.ts');
  const now = new AbortController();
  let interrupts = 0;
  using _signals = onSignals(['SIGINT'], () => {
    interrupts += 1;
    if (interrupts === 1)
      io.err('\nstopping when its items have ended; Ctrl-C once more gives them back now\n');
    else now.abort(new Error('SIGINT twice'));
  });
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
      const lineOf = openNews();
      bus.subscribe((event) => {
        const line = lineOf(event);
        if (json) io.out(`${JSON.stringify({ schema_version: 1, ...event })}\n`);
        else if (line !== undefined && event.type !== 'session.progress')
          io.out(
            `${event.at.slice(11, 19)}  ${'work' in event && event.work !== null ? `${event.work}  ` : ''}${line}\n`,
          );
      });
    },
  });
  return now.signal.aborted ? 130 : 0;
}
