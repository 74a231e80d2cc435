import { join } from 'node:path';
import type { Clock } from '../host/clock.ts';
import { list, modifiedAt, remove } from '../host/fs/files.ts';

/** Longer than any session lasts. */
const OLD_MS = 2 * 24 * 3_600_000;

/** Removes what sessions of a process that was killed have left: their homes and their /tmp. */
export async function removeOldScratch(home: string, clock: Clock): Promise<void> {
  const folder = join(home, 'tmp');
  for (const { name } of await list(folder)) {
    const path = join(folder, name);
    if (((await modifiedAt(path)) ?? 0) < clock.now() - OLD_MS) await remove(path).catch(() => {});
  }
}
