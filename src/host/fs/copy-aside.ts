import { basename, join } from 'node:path';
import { copyFileSync, mkdtempSync, rmSync } from './node-fs.ts';
import { fileError } from './files.ts';
import { temporaryRoot } from '../machine.ts';

export interface CopyAside {
  path: string;
  remove(): void;
}

/** A copy of a file that may be changed, in a folder only we can read. */
export function copyAside(path: string, parent = temporaryRoot()): CopyAside {
  try {
    const folder = mkdtempSync(join(parent, 'autodev-'));
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    return { path: copy, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    throw fileError(error, `cannot copy ${path} to ${parent}`, 'TMPDIR');
  }
}
