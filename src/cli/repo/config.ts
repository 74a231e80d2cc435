import { join } from 'node:path';
import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { problemText } from '../../config/file/problem.ts';
import type { RepositoryFile } from '../../config/repo/repository-file.ts';
import { exists } from '../../host/fs/files.ts';
import type { Input } from '../command.ts';
import { valueLines } from '../config/value-lines.ts';
import { readStore } from '../daemon/stores.ts';
import { findRepo, knownRepos } from './known.ts';

const OWN_FILE = '.autodev.yaml';

export async function run(input: Input): Promise<void> {
  const { explainRepoConfig } = await import('../../config/explain.ts');
  const { io, json, home } = input;
  const loaded = await loadConfig(home);
  const repo = await readStore(home, async (store) =>
    findRepo(await knownRepos(store, loaded), input.args[0] ?? ''),
  );
  const { name, url, enabled } = repo;
  const own = await ownFile(home, name);
  const settled = explainRepoConfig(loaded, name, { registered: { name, url, enabled }, own });
  const { config, values, problems } = settled;
  for (const problem of problems) io.err(`autodev: warning: ${problemText(problem)}\n`);
  if (json) io.out(`${JSON.stringify({ schema_version: 1, name, config, values, problems })}\n`);
  else io.out(valueLines(values, io));
}

/** The repository's own file as the daemon last fetched it; undefined before the first fetch. */
async function ownFile(home: string, name: string): Promise<RepositoryFile | undefined> {
  const cwd = join(home, 'workspaces', ...name.split('/'), 'main');
  if (!(await exists(cwd))) return undefined;
  const { openHost } = await import('../../host/host.ts');
  const { git } = openHost({ env: childEnvironment() });
  const shown = await git.text(['show', `HEAD:${OWN_FILE}`], { cwd }).catch(() => undefined);
  return shown === undefined ? undefined : { file: `${name}/${OWN_FILE}`, text: shown };
}
