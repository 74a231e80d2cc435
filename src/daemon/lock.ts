import { join } from 'node:path';
import { aliveSince, processStart } from '../host/liveness.ts';
import { readTextIfAny, remove, writeExclusive } from '../host/files.ts';
import { AutodevError } from '../work/errors.ts';

interface Holder {
  pid: number;
  /** When that process started: a pid alone may have been given to another process since. */
  startedAt: string;
}

export interface DaemonLock extends AsyncDisposable {
  release(): Promise<void>;
}

export function lockFile(home: string): string {
  return join(home, 'daemon.pid');
}

/** The daemon that holds this home, if one is alive. */
export async function lockHolder(home: string): Promise<Holder | undefined> {
  const text = await readTextIfAny(lockFile(home));
  if (text === undefined) return undefined;
  const match = /^(\d+) (\S+)/.exec(text);
  if (match === null) return undefined;
  const holder = { pid: Number(match[1]), startedAt: match[2] ?? '' };
  return (await aliveSince(holder.pid, holder.startedAt)) ? holder : undefined;
}

/** One daemon per AUTODEV_HOME. A lock whose process is gone, or whose pid now is another process, is taken over. */
export async function takeLock(home: string): Promise<DaemonLock> {
  const file = lockFile(home);
  const mine = `${process.pid} ${await processStart(process.pid)}\n`;
  for (let tries = 0; tries < 5; tries += 1) {
    if (await writeExclusive(file, mine)) {
      const release = async () => {
        if ((await readTextIfAny(file)) === mine) await remove(file);
      };
      return { release, [Symbol.asyncDispose]: release };
    }
    const holder = await lockHolder(home);
    if (holder !== undefined) {
      throw new AutodevError(
        'already_running',
        `a daemon is already running for ${home} (pid ${holder.pid})`,
        {
          hint: 'use `autodev status` to look at it, `autodev stop` to stop it, or AUTODEV_HOME for a second one',
        },
      );
    }
    await remove(file);
  }
  throw new AutodevError('already_running', `cannot take the lock ${file}`, {
    hint: 'another daemon is starting at the same moment; try again',
  });
}
