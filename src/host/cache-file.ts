import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, makeFolder } from './files.ts';

/** The door for files that only save time: large, replaced as a whole, and never worth a wait for the disk. */
export async function readBytesIfAny(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

let temporaries = 0;

/** A reader sees the old bytes or the new ones. Not synced: after a crash a damaged cache is built anew. */
export async function writeAtomicBytes(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  temporaries += 1;
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${temporaries}.tmp`);
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
