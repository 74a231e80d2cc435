import { availableParallelism, homedir, tmpdir, totalmem } from 'node:os';

/** What the machine says about itself. */

export function accountHome(): string {
  return homedir();
}

export function temporaryRoot(): string {
  return tmpdir();
}

export function cores(): number {
  return availableParallelism();
}

export function memoryBytes(): number {
  return totalmem();
}
