import { basename, dirname, join } from 'node:path';
import { readdirSync, renameSync, rmSync, statSync } from './node-fs.ts';
import { systemClock } from '../clock.ts';
import { fileError, makeFolderSync } from './files.ts';

/** Puts a finished file in the place of another at once; readers of the old one keep it. */
export function replaceFile(made: string, place: string, leftovers: readonly string[] = []): void {
  try {
    for (const path of leftovers) rmSync(path, { force: true });
    renameSync(made, place);
  } catch (error) {
    throw fileError(error, `cannot write ${place}`);
  }
}

export function removeFiles(...paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

/** Removes what was left half-made beside a file by a program that was killed. */
export function removeAbandoned(path: string, olderThanMs: number): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.includes('.tmp')) continue;
    const changed = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && systemClock.now() - changed > olderThanMs)
      rmSync(join(folder, name), { force: true });
  }
}

export function makeParent(path: string): void {
  try {
    makeFolderSync(dirname(path));
  } catch (error) {
    throw fileError(error, `cannot make the folder of ${path}`);
  }
}

export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
