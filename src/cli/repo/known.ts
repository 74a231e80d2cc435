import type { LoadedConfig } from '../../config/load.ts';
import type { RepositoryOrigin } from '../../store/tables/repositories.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { nearest } from '../../work/nearest.ts';

/** A repository of either list. The file's word counts, as it does at every start of the daemon. */
export interface KnownRepo {
  name: string;
  url: string;
  enabled: boolean;
  origin: RepositoryOrigin;
  /** Where the file says it, such as `/home/me/.autodev/config.yaml:12`. */
  place: string | null;
  /** Its place among `repos` of the file. */
  entry: number | undefined;
  lastScan: string | null;
}

export async function knownRepos(store: Store, { config, source, file }: LoadedConfig): Promise<KnownRepo[]> {
  const registered = await store.repositories.list();
  const scans = await Promise.all(
    registered.map(async ({ id, name }) => {
      const times = await Promise.all(
        ['issues', 'pulls'].map(async (target) => (await store.cursors.get(id, target))?.lastScan ?? ''),
      );
      const newest = times.sort().at(-1) ?? '';
      return [name, newest.startsWith('1970') || newest === '' ? null : newest] as const;
    }),
  );
  const lastScan = new Map(scans);
  const written = config.repos.map(({ name, url, enabled }, entry): KnownRepo => ({
    name,
    url,
    enabled,
    origin: 'config',
    place: `${file}:${source.lineOf(['repos', entry])}`,
    entry,
    lastScan: lastScan.get(name) ?? null,
  }));
  const others = registered
    .filter(({ name }) => !written.some((repo) => same(repo.name, name)))
    .map(({ name, url, enabled, origin }): KnownRepo => ({
      name,
      url,
      // A daemon that reads the file finds out the same, and stops.
      enabled: enabled && origin !== 'config',
      origin: origin === 'config' ? 'taken_out' : origin,
      place: null,
      entry: undefined,
      lastScan: lastScan.get(name) ?? null,
    }));
  return [...written, ...others].sort((a, b) => a.name.localeCompare(b.name));
}

/** By its whole name, or by the part after the owner where only one repository is called that. */
export function findRepo<T extends { name: string }>(repos: readonly T[], name: string): T {
  const found = repos.find((repo) => same(repo.name, name));
  if (found !== undefined) return found;
  const called = repos.filter((repo) => same(repo.name.slice(repo.name.indexOf('/') + 1), name));
  if (called.length === 1) return called[0] as T;
  if (called.length > 1)
    throw new AutodevError('usage', `${name} can mean several repositories`, {
      why: called.map((repo) => repo.name).join(', '),
      hint: 'write the owner too',
      data: { candidates: called.map((repo) => repo.name) },
    });
  const names = repos.map((repo) => repo.name);
  const guess = nearest(name, names);
  throw new AutodevError('not_found', `no repository ${name}`, {
    hint:
      guess !== undefined
        ? `did you mean ${guess}?`
        : names.length === 0
          ? 'there is none yet: autodev repo add URL'
          : `there are ${names.join(', ')}`,
    data: { name },
  });
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
