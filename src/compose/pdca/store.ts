import { join } from 'node:path';
import { writableFolder } from '../../host/fs/files.ts';
import { openStore } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import type { PdcaStart } from './start.ts';

export async function withStore<T>(
  { home, host }: Pick<PdcaStart, 'home' | 'host'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  await writableFolder(home, 'the autodev folder');
  const store = openStore(join(home, 'autodev.db'), { clock: host.clock, random: host.random });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
