import { stat } from '../fs/node-fs.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Clock } from '../clock.ts';
import type { DatabaseSync } from '../db/node-sqlite.ts';
import { remove } from '../fs/files.ts';
import { kernelLock } from './kernel-lock.ts';

const WAIT_MS = 10_000;
const PAUSE_MS = 25;

/**
 * Runs `work` while nobody else holds the lock file, in this process or another. The kernel keeps the lock, so one
 * whose process died is free. The file is gone afterwards: it lies in people's projects.
 */
export async function withFileLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const held = await wait(path, clock);
  try {
    return await work();
  } finally {
    await remove(path);
    held.close();
  }
}

async function wait(path: string, clock: Clock): Promise<DatabaseSync> {
  const until = clock.monotonic() + WAIT_MS;
  for (;;) {
    const before = await inode(path);
    const held = kernelLock(path);
    // A file that was there before and is still there is the one that was locked; another may have been removed
    // by its last holder meanwhile, and a lock on it would be a lock on nothing.
    if (held !== undefined && before !== undefined && before === (await inode(path))) return held;
    held?.close();
    if (clock.monotonic() > until) {
      throw new AutodevError('already_running', `${path} is held by another process`, {
        why: `it has been held for more than ${WAIT_MS / 1_000} s`,
        hint: 'try again when it has finished',
      });
    }
    if (held === undefined) await clock.sleep(PAUSE_MS);
  }
}

async function inode(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).ino;
  } catch {
    return undefined;
  }
}
