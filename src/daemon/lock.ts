import { join } from 'node:path';
import { holderOf, takeProcessLock, type Holder, type ProcessLock } from '../host/lock/process-lock.ts';
import { AutodevError } from '../work/errors.ts';

export function lockFile(home: string): string {
  return join(home, 'daemon.pid');
}

/** The daemon that holds this home, if one is alive. */
export async function lockHolder(home: string): Promise<Holder | undefined> {
  return holderOf(lockFile(home));
}

/** One daemon per AUTODEV_HOME. */
export async function takeLock(home: string): Promise<ProcessLock> {
  const lock = await takeProcessLock(lockFile(home));
  if (lock !== undefined) return lock;
  const holder = await lockHolder(home);
  const who = holder === undefined ? '' : ` (pid ${holder.pid})`;
  throw new AutodevError('already_running', `a daemon is already running for ${home}${who}`, {
    why: holder === undefined ? 'it is starting or ending at this moment' : undefined,
    hint: 'use `autodev status` to look at it, `autodev stop` to stop it, or AUTODEV_HOME for a second one',
  });
}
