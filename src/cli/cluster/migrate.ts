import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { openHost } from '../../host/host.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<void> {
  const { io, json, home } = input;
  const back = input.flag('back');
  const { migrateStore } = await import('../../compose/cluster/migrate.ts');
  const host = openHost({ env: childEnvironment() });
  const { rows, runs } = await migrateStore({ home, host, loaded: await loadConfig(home), back });
  if (json) io.out(`${JSON.stringify({ schema_version: 1, to: back ? 'home' : 'cluster', rows, runs })}\n`);
  else
    io.err(
      back
        ? `${rows} rows and the commits of ${runs} open runs are in ${home}; take cluster out of config.yaml to go on with them here\n`
        : `${rows} rows and the commits of ${runs} open runs are in the cluster; autodev start and autodev worker go on with them\n`,
    );
}
