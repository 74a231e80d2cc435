import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileError } from './files.ts';

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

export function makeParent(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw fileError(error, `cannot make the folder of ${path}`);
  }
}

export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
