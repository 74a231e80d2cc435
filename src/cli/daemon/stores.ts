import { join } from 'node:path';
import { lockHolder } from '../../daemon/lock.ts';
import { existsIn, writableFolder } from '../../host/fs/files.ts';
import type { Store } from '../../store/store.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';

const file = (home: string) => join(home, 'autodev.db');

/** The store to look at, beside a daemon that writes. Before the first start there is none: that is an empty one. */
export async function readStore<T>(home: string, work: (store: Store) => Promise<T>): Promise<T> {
  const written = await existsIn(home, 'autodev.db', 'the autodev folder');
  return using(written ? await openToRead(home) : openStore(':memory:'), work);
}

/** One that an earlier version wrote is brought up to date, unless a daemon of that version is still using it. */
async function openToRead(home: string): Promise<Store> {
  try {
    return openStore(file(home), { readOnly: true });
  } catch (error) {
    const older = isAutodevError(error, 'store_broken') && error.data?.['schema'] === 'older';
    if (!older) throw error;
    if ((await lockHolder(home)) === undefined) return openStore(file(home));
    throw new AutodevError('store_broken', error.message, {
      hint: 'the running daemon is of an earlier version: autodev restart',
      cause: error,
    });
  }
}

export async function writeStore<T>(home: string, work: (store: Store) => Promise<T>): Promise<T> {
  await writableFolder(home, 'the autodev folder');
  return using(openStore(file(home)), work);
}

async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
