import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import type { Stamp } from './line-file.ts';

/** Synchronous looks at folders, for walks over thousands of files. What is missing is simply not there. */

export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function stampOf(path: string): Stamp | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true
      ? { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino }
      : undefined;
  } catch {
    return undefined;
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** The text of a small file, or undefined when it cannot be read. */
export function smallText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
