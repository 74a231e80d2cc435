import { keyText } from './keys/key-path.ts';
import { leavesOf } from './file/layers.ts';
import type { LoadedConfig } from './load.ts';
import { HIDDEN, redacted } from './keys/redact.ts';
import type { GithubConfig } from './schema/github.ts';
import { TOKEN_VARIABLES } from './secrets.ts';
import { readEnvironment } from './environment.ts';
import type { RepositoryFile } from './repo/repository-file.ts';
import { settleRepo, type Explained, type SettledRepo } from './repo/settle-repo.ts';
import type { KeyPath } from './file/source.ts';
import { AutodevError } from '../work/errors.ts';

/** Every value of the configuration with where it comes from; secrets hidden. */
export function explainConfig(
  { config, source, file }: LoadedConfig,
  env: Readonly<Record<string, string | undefined>> = readEnvironment(),
): Explained[] {
  const origin = (path: KeyPath) => (source.has(path) ? `${file}:${source.lineOf(path)}` : 'default');
  const { repos, ...sections } = redacted(config);
  return [
    ...repos.flatMap((repo, entry) =>
      settleRepo(source, config, { entry }).values.map(({ key, ...rest }) => ({
        key: `repos[${repo.name}].${key}`,
        ...rest,
      })),
    ),
    ...leavesOf(sections).map(({ path, value }) => ({ key: keyText(path), value, origin: origin(path) })),
    ...tokenInUse(config.github, env),
  ];
}

/** A token from the environment is no part of the configuration, but people look for it here. */
function tokenInUse(
  { token, token_file, app }: GithubConfig,
  env: Readonly<Record<string, string | undefined>>,
): Explained[] {
  const name = TOKEN_VARIABLES.find((variable) => env[variable]?.trim());
  const said = token ?? token_file ?? app;
  return said !== undefined || name === undefined
    ? []
    : [{ key: 'github.token', value: HIDDEN, origin: `environment ${name}` }];
}

export interface RepoAsked {
  /** What `autodev repo add` stored, for a repository that has no entry in the file. */
  registered?: { name: string; url: string; enabled: boolean } | undefined;
  own?: RepositoryFile | undefined;
}

/** One repository as it will be worked on: settled values, the origin of each, and what its own file may not say. */
export function explainRepoConfig(loaded: LoadedConfig, name: string, asked: RepoAsked = {}): SettledRepo {
  const { config, source } = loaded;
  const entry = config.repos.findIndex((repo) => repo.name.toLowerCase() === name.toLowerCase());
  if (entry !== -1) return settleRepo(source, config, { entry }, asked.own);
  if (asked.registered !== undefined)
    return settleRepo(source, config, { registered: asked.registered }, asked.own);
  throw new AutodevError('not_found', `no repository ${name}`, {
    hint: 'see autodev repo list; add it with autodev repo add URL',
    data: { name },
  });
}
