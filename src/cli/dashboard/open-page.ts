import { childEnvironment, desktopEnvironment, readEnvironment } from '../../config/environment.ts';
import { openHost } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';

const PATIENCE_MS = 10_000;

/** Shows a page in the person's browser: `BROWSER`, or what this system opens pages with. */
export async function openPage(url: string): Promise<string> {
  if (!/^https?:\/\//.test(url)) throw new AutodevError('invalid_input', `not the address of a page: ${url}`);
  const host = openHost({ env: { ...childEnvironment(), ...desktopEnvironment() } });
  const program = readEnvironment()['BROWSER'] || (process.platform === 'darwin' ? 'open' : 'xdg-open');
  const done = await host.processes
    .run(program, [url], { env: host.env, timeoutMs: PATIENCE_MS, maxOutputBytes: 4_096 })
    .catch(() => undefined);
  if (done?.code === 0) return `opened ${url}`;
  throw new AutodevError('failed', `no browser could be started (${program}): ${url}`);
}
