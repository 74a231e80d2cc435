import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileError } from './files.ts';

export interface CopyAside {
  path: string;
  remove(): void;
}

/** A copy of a file that may be changed, in a folder only we can read. */
export function copyAside(path: string, parent = tmpdir()): CopyAside {
  try {
    const folder = mkdtempSync(join(parent, 'autodev-'));
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    return { path: copy, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    throw fileError(error, `cannot copy ${path} to ${parent}`, 'TMPDIR');
  }
}
