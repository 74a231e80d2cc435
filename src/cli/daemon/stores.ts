import { join } from 'node:path';
import { loadCluster } from '../../config/load.ts';
import { existsIn, writableFolder } from '../../host/fs/files.ts';
import type { Store } from '../../store/store.ts';
import type { StoreOptions } from '../../store/sqlite/open.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';

const file = (home: string) => join(home, 'autodev.db');

/** Loaded when something is asked of it: it is half of what these commands load. */
async function openStore(path: string, options?: StoreOptions): Promise<Store> {
  return (await import('../../store/sqlite/open.ts')).openStore(path, options);
}

/**
 * The store to look at, beside a daemon that writes. Before the first start there is none: that is an empty one. Where
 * config.yaml names a cluster it is the cluster's.
 */
export async function readStore<T>(home: string, work: (store: Store) => Promise<T>): Promise<T> {
  const shared = await clusterStore(home, true);
  if (shared !== undefined) return using(shared, work);
  const written = await existsIn(home, 'autodev.db', 'the autodev folder');
  return using(await (written ? openToRead(home) : openStore(':memory:')), work);
}

/** One that an earlier version wrote is brought up to date, unless a daemon of that version is still using it. */
async function openToRead(home: string): Promise<Store> {
  try {
    return await openStore(file(home), { readOnly: true });
  } catch (error) {
    const older = isAutodevError(error, 'store_broken') && error.data?.['schema'] === 'older';
    if (!older) throw error;
    const { lockHolder } = await import('../../daemon/lock.ts');
    if ((await lockHolder(home)) === undefined) return openStore(file(home));
    throw new AutodevError('store_broken', error.message, {
      hint: 'the running daemon is of an earlier version: autodev restart',
      cause: error,
    });
  }
}

export async function writeStore<T>(home: string, work: (store: Store) => Promise<T>): Promise<T> {
  const shared = await clusterStore(home, false);
  if (shared !== undefined) return using(shared, work);
  await writableFolder(home, 'the autodev folder');
  return using(await openStore(file(home)), work);
}

/** Few connections: a command asks one thing after the other. */
const CONNECTIONS = 2;

async function clusterStore(home: string, readOnly: boolean): Promise<Store | undefined> {
  const named = await loadCluster(home).catch((error: unknown) => {
    // A file that cannot be read at all must not keep anybody from looking; it is told beside what is seen.
    if (readOnly && isAutodevError(error) && error.data?.['problems'] === undefined) return undefined;
    throw error;
  });
  if (named?.cluster === undefined) return undefined;
  const { openConfigured } = await import('../../compose/cluster/open.ts');
  const options = { program: 'autodev command', connections: CONNECTIONS, readOnly };
  try {
    return (await openConfigured(named, options))?.store;
  } catch (error) {
    const isNew = isAutodevError(error, 'store_broken') && error.data?.['schema'] === 'none';
    if (!isNew) throw error;
    return openStore(':memory:');
  }
}

async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
