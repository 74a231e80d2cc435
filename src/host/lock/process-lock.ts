import { dirname } from 'node:path';
import { fileError, makeFolder, readTextIfAny, remove, writeAtomic } from '../fs/files.ts';
import { kernelLock } from './kernel-lock.ts';
import { aliveSince, processStart } from '../process/liveness.ts';

/** Who wrote the pid file. */
export interface Holder {
  pid: number;
  /** When that process started: a pid alone may have been given to another process since. */
  startedAt: string;
}

export interface ProcessLock extends AsyncDisposable {
  release(): Promise<void>;
}

/** The living process that the pid file names, if any. */
export async function holderOf(pidFile: string): Promise<Holder | undefined> {
  const match = /^(\d+) (\S+)/.exec((await readTextIfAny(pidFile)) ?? '');
  if (match === null) return undefined;
  const holder = { pid: Number(match[1]), startedAt: match[2] ?? '' };
  return (await aliveSince(holder.pid, holder.startedAt)) ? holder : undefined;
}

/**
 * A lock for as long as this process lives; undefined when another holds it. It lies beside the pid file, which only
 * tells people and commands who it is, and stays: removing it would let two processes lock two files of one name.
 */
export async function takeProcessLock(pidFile: string): Promise<ProcessLock | undefined> {
  await makeFolder(dirname(pidFile));
  const held = kernelLock(`${pidFile}.lock`);
  if (held === undefined) return undefined;
  const mine = `${process.pid} ${await processStart(process.pid)}\n`;
  const release = async () => {
    if (!held.isOpen) return;
    if ((await readTextIfAny(pidFile)) === mine) await remove(pidFile);
    held.close();
  };
  try {
    await writeAtomic(pidFile, mine, 0o600);
  } catch (error) {
    held.close();
    throw fileError(error, `cannot write ${pidFile}`);
  }
  return { release, [Symbol.asyncDispose]: release };
}
