// A daemon, a coordinator or a worker in a process of its own that knows only the flow of the port's tests:
// `node process.ts '{"home": …}'`. Says "ready" when it has begun.
import { version } from '../../../src/cli/version.ts';
import { runWorker } from '../../../src/compose/cluster/worker.ts';
import { runDaemon } from '../../../src/compose/run-daemon.ts';
import { childEnvironment } from '../../../src/config/environment.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { openHost } from '../../../src/host/host.ts';
import { messageOf } from '../../../src/work/errors.ts';
import { playFlow, type Age } from './flow.ts';

export interface PortProcessOptions {
  as: 'daemon' | 'worker';
  home: string;
  folder: string;
  who: string;
  age: Age;
}

const { as, home, folder, who, age } = JSON.parse(process.argv[2] ?? '') as PortProcessOptions;
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort(new Error('stopped')));
try {
  const shared = {
    home,
    host: openHost({ env: childEnvironment() }),
    loaded: await loadConfig(home),
    version,
    stop: stop.signal,
    now: new AbortController().signal,
    onReady: () => process.stdout.write('ready\n'),
    flows: [playFlow(folder, who, age)],
  };
  if (as === 'daemon') await runDaemon(shared);
  else
    await runWorker({ ...shared, slots: 4, problem: (message) => void process.stderr.write(`${message}\n`) });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
