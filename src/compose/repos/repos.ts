import type { ParsedConfig } from '../../config/parse.ts';
import type { RepositoryFile } from '../../config/repo/repository-file.ts';
import type { Config } from '../../config/schema.ts';
import { settleRepo, type SettledRepo } from '../../config/repo/settle-repo.ts';
import type { WatchedRepo } from '../../daemon/parts.ts';
import type { RegisteredRepository } from '../../store/tables/repositories.ts';
import type { Store } from '../../store/store.ts';

/**
 * `repos[]` of the file is applied to the store at start and reload. One that the file no longer names stops, unless
 * `repo add` brought it: its filters and its budget went with its entry, and it must not go on without them.
 * Gives those that stopped just now.
 */
export async function applyRepos({ repositories }: Store, { repos }: Config): Promise<string[]> {
  const known = new Map((await repositories.list()).map((repo) => [repo.name, repo]));
  for (const { name, url, enabled } of repos) {
    const origin = known.get(name)?.origin === 'command' ? 'command' : 'config';
    await repositories.put({ name, url, enabled, origin });
    known.delete(name);
  }
  const stopped = [...known.values()].filter(({ origin }) => origin === 'config');
  for (const { name, url } of stopped)
    await repositories.put({ name, url, enabled: false, origin: 'taken_out' });
  return stopped.map(({ name }) => name);
}

export const takenOut = (name: string): string =>
  `${name} was taken out of config.yaml: nothing more is done there (autodev repo add takes it up with defaults)`;

/** The repositories to work on, with everything that is said of them merged. */
export interface Repos {
  /** Enabled repositories of both lists. */
  watched(): Promise<WatchedRepo[]>;
  /** One of them as it is settled now. */
  find(name: string): Promise<WatchedRepo | undefined>;
  /** What a repository's own file got wrong or may not say. */
  problems(name: string): Promise<SettledRepo['problems']>;
}

export function openRepos(
  store: Store,
  parsed: () => ParsedConfig,
  own: (repo: string) => RepositoryFile | undefined,
): Repos {
  // Asked at every tick, for every repository: settled again only when something it is made of has changed.
  const settled = new Map<string, { of: readonly unknown[]; result: SettledRepo }>();
  const settle = ({ name, url, enabled }: RegisteredRepository): SettledRepo => {
    const { config, source } = parsed();
    const file = own(name);
    const of = [source, file, url, enabled];
    const known = settled.get(name);
    if (known?.of.every((part, at) => part === of[at])) return known.result;
    const entry = config.repos.findIndex((repo) => repo.name === name);
    const place = entry === -1 ? { registered: { name, url, enabled } } : { entry };
    const result = settleRepo(source, config, place, file);
    settled.set(name, { of, result });
    return result;
  };
  const watch = (repo: RegisteredRepository): WatchedRepo => ({ ...settle(repo).config, id: repo.id });
  return {
    watched: async () => (await store.repositories.list()).filter((repo) => repo.enabled).map(watch),
    find: async (name) => {
      const repo = await store.repositories.find(name);
      return repo?.enabled ? watch(repo) : undefined;
    },
    problems: async (name) => {
      const repo = await store.repositories.find(name);
      return repo === undefined ? [] : settle(repo).problems;
    },
  };
}
