import type { ParsedConfig } from '../config/parse.ts';
import type { RepositoryFile } from '../config/repository-file.ts';
import type { Config } from '../config/schema.ts';
import { settleRepo, type SettledRepo } from '../config/settle-repo.ts';
import type { WatchedRepo } from '../daemon/parts.ts';
import type { RegisteredRepository, Store } from '../store/store.ts';

/** `repos[]` of the file is applied to the store at start and reload: added, updated, never deleted. */
export async function applyRepos(store: Store, config: Config): Promise<void> {
  for (const repo of config.repos) {
    await store.repositories.put({ name: repo.name, url: repo.url, enabled: repo.enabled, origin: 'config' });
  }
}

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
