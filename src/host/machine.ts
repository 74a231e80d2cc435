import { availableParallelism, homedir, hostname, tmpdir, totalmem, userInfo } from 'node:os';

/** What the machine says about itself. */

export function accountHome(): string {
  return homedir();
}

/** The name of this account; in a container an account may have none, only a number. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

export function temporaryRoot(): string {
  return tmpdir();
}

export function machineName(): string {
  return hostname();
}

export function cores(): number {
  return availableParallelism();
}

export function memoryBytes(): number {
  return totalmem();
}
