import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { modifiedAt } from './files.ts';
import { systemClock, type Clock, type Timer } from './clock.ts';

const POLL_MS = 2000;

/**
 * Calls back when a file may have changed, come or gone. Its folder is watched, not the file: editors and atomic
 * writes put a new file in its place. Where the system cannot watch (no more inotify watches, a network
 * drive), the file's time is looked at every two seconds instead.
 */
export function watchFile(path: string, changed: () => void, clock: Clock = systemClock): Disposable {
  let timer: Timer | undefined;
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    timer?.cancel();
  };
  const poll = (): void => {
    let last: number | undefined;
    const look = async (first: boolean): Promise<void> => {
      const now = await modifiedAt(path);
      if (stopped) return;
      if (!first && now !== last) changed();
      last = now;
      timer = clock.after(POLL_MS, () => void look(false), { background: true });
    };
    void look(true);
  };
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(path)) changed();
    });
    watcher.on('error', () => {
      watcher.close();
      if (!stopped) poll();
    });
    return {
      [Symbol.dispose]: () => {
        stop();
        watcher.close();
      },
    };
  } catch {
    poll();
    return { [Symbol.dispose]: stop };
  }
}
