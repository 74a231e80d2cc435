import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileError, makeFolder, readTextIfAny, remove, writeAtomic } from './files.ts';
import { aliveSince, processStart } from './liveness.ts';
import { messageOf } from '../work/errors.ts';

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
 * A lock for as long as this process lives; undefined when another holds it. The kernel keeps it (SQLite's lock on a
 * file of its own, beside the pid file), so it ends with its process, however that ends: there is no stale lock, and
 * so no race of those who would take one over. The pid file only tells people and commands who it is.
 */
export async function takeProcessLock(pidFile: string): Promise<ProcessLock | undefined> {
  await makeFolder(dirname(pidFile));
  const held = lockOf(`${pidFile}.lock`);
  if (held === undefined) return undefined;
  const mine = `${process.pid} ${await processStart(process.pid)}\n`;
  const release = async () => {
    if (!held.isOpen) return;
    if ((await readTextIfAny(pidFile)) === mine) await remove(pidFile);
    held.close();
  };
  try {
    await writeAtomic(pidFile, mine);
  } catch (error) {
    held.close();
    throw fileError(error, `cannot write ${pidFile}`);
  }
  return { release, [Symbol.asyncDispose]: release };
}

/** The lock file stays: removing it would let two processes lock two files of the same name. */
function lockOf(path: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // Only one can have the right to write, and nobody's attempt gets in another's way (as with BEGIN EXCLUSIVE).
    db.exec('BEGIN IMMEDIATE');
    return db;
  } catch (error) {
    db?.close();
    if (/database is locked/i.test(messageOf(error))) return undefined;
    throw fileError(error, `cannot lock ${path}`);
  }
}
