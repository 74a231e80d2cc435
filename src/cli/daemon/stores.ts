import { join } from 'node:path';
import { exists } from '../../host/files.ts';
import type { Store } from '../../store/store.ts';
import { openStore } from '../../store/sqlite/open.ts';

const file = (home: string) => join(home, 'autodev.db');

/** The store to look at, beside a daemon that writes. Before the first start there is none: that is an empty one. */
export async function readStore<T>(home: string, work: (store: Store) => Promise<T>): Promise<T> {
  return using(
    (await exists(file(home))) ? openStore(file(home), { readOnly: true }) : openStore(':memory:'),
    work,
  );
}

export async function writeStore<T>(home: string, work: (store: Store) => Promise<T>): Promise<T> {
  return using(openStore(file(home)), work);
}

async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
