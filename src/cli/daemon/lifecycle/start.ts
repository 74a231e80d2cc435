import { refuseOtherHosts } from '../../../config/repo/api-url.ts';
import { childEnvironment } from '../../../config/environment.ts';
import { loadConfig } from '../../../config/load.ts';
import { notInForce } from '../../../compose/not-in-force.ts';
import type { Input } from '../../command.ts';
import { knownRepos } from '../../repo/known.ts';
import { version } from '../../version.ts';
import { readStore } from '../stores.ts';
import { printEvents, secondInterrupt } from './foreground.ts';

export async function run(input: Input): Promise<number> {
  const [{ exposedSecrets }, { openHost }] = await Promise.all([
    import('../../../config/exposed-secrets.ts'),
    import('../../../host/host.ts'),
  ]);
  const { io, json, home } = input;
  const loaded = await loadConfig(home);
  const repos = await readStore(home, (store) => knownRepos(store, loaded));
  refuseOtherHosts(repos, loaded.config.github.api_url);
  if (!json && !loaded.written && repos.length === 0)
    io.err(`there is no ${loaded.file} and no repository yet: autodev init sets them up\n`);
  for (const warning of [...(await exposedSecrets(loaded)), ...notInForce(loaded)])
    io.err(`autodev: warning: ${warning}\n`);
  if (input.flag('detach')) {
    const { startInBackground } = await import('./background.ts');
    await startInBackground(input);
    return 0;
  }
  const { runDaemon } = await import('../../../compose/run-daemon.ts');
  using now = secondInterrupt(
    io,
    'stopping when running sessions have ended; Ctrl-C once more stops them now',
  );
  await runDaemon({
    home,
    host: openHost({ env: childEnvironment() }),
    loaded,
    version,
    stop: input.signal,
    now: now.signal,
    serveWeb: async (options) => (await import('../../../web/open.ts')).openWeb(options),
    onReady: ({ bus }) => {
      if (input.flag('quiet')) return;
      printEvents(input, bus);
      if (!json)
        io.err(
          `autodev ${version} is watching ${loaded.config.repos.length === 0 ? 'the registered repositories' : names(loaded.config.repos)}; Ctrl-C stops it\n`,
        );
    },
  });
  return now.signal.aborted ? 130 : 0;
}

const names = (repos: readonly { name: string; enabled: boolean }[]) =>
  repos
    .filter(({ enabled }) => enabled)
    .map(({ name }) => name)
    .join(', ');
