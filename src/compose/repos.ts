import type { Config } from '../config/schema.ts';
import { settleRepo } from '../config/settle-repo.ts';
import type { ParsedConfig } from '../config/parse.ts';
import type { WatchedRepo } from '../daemon/parts.ts';
import type { Store } from '../store/store.ts';

/** `repos[]` of the file is applied to the store at start and reload: added, updated, never deleted. */
export async function applyRepos(store: Store, config: Config): Promise<void> {
  for (const repo of config.repos) {
    await store.repositories.put({ name: repo.name, url: repo.url, enabled: repo.enabled, origin: 'config' });
  }
}

/** Enabled repositories of both lists with their merged settings. */
export async function watchedRepos(store: Store, { config, source }: ParsedConfig): Promise<WatchedRepo[]> {
  const registered = (await store.repositories.list()).filter((repo) => repo.enabled);
  return registered.map(({ id, name, url, enabled }) => {
    const said = config.repos.find((repo) => repo.name === name);
    const settings = said ?? settleRepo(source, config, { registered: { name, url, enabled } }).config;
    return { ...settings, id };
  });
}
