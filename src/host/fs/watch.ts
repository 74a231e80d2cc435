import { basename, dirname } from 'node:path';
import { type FSWatcher, realpathSync, watch } from './node-fs.ts';
import { modifiedAt } from './files.ts';
import { systemClock, type Clock, type Timer } from '../clock.ts';

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
  const watchers: FSWatcher[] = [];
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  try {
    for (const place of places(path)) {
      const watcher = watch(dirname(place), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(place)) changed();
      });
      watchers.push(watcher);
      watcher.on('error', () => {
        close();
        if (!stopped) poll();
      });
    }
  } catch {
    close();
    poll();
  }
  return {
    [Symbol.dispose]: () => {
      stop();
      close();
    },
  };
}

/** A link changes when it is replaced, and when what it leads to is. */
function places(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}
