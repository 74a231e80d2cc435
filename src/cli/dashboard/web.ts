import { openClient } from '../../api/control/client.ts';
import { rememberedSource } from '../../compose/remembered-source.ts';
import { newToken } from '../../compose/web.ts';
import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { openHost } from '../../host/host.ts';
import type { Input } from '../command.ts';
import { readStore } from '../daemon/stores.ts';
import { offlineStatus } from '../daemon/views/offline-status.ts';

/** Has the daemon serve the dashboard; while none runs, serves what is remembered until Ctrl-C. */
export async function runWeb(input: Input): Promise<number> {
  const { home, signal } = input;
  const port = input.int('port');
  const client = openClient(home, { signal });
  const url = await client.web(port);
  if (url !== undefined) {
    print(input, url, false);
    return 0;
  }
  const host = openHost({ env: childEnvironment() });
  return readStore(home, async (store) => {
    const { openWeb } = await import('../../web/open.ts');
    const { config } = await loadConfig(home);
    const source = rememberedSource({
      home,
      host,
      store,
      status: async () => (await client.status()) ?? offlineStatus(home),
      config: () => config,
    });
    const at = port ?? config.daemon.web.port;
    const served = await openWeb({ source, clock: host.clock, token: newToken(host), port: at });
    try {
      print(input, served.url, true);
      await host.clock.sleep(Infinity, signal).catch(() => {});
    } finally {
      await served.close();
    }
    return 130;
  });
}

function print({ io, json }: Input, url: string, readOnly: boolean): void {
  if (json) io.out(`${JSON.stringify({ schema_version: 1, url, read_only: readOnly })}\n`);
  else io.out(`${url}\n`);
  if (json) return;
  if (readOnly) io.err('the daemon is not running: this shows what it remembers, until Ctrl-C\n');
  else io.err('open this address in a browser on this machine; whoever has it can act on the board\n');
}
