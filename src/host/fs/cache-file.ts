import { basename, dirname, join } from 'node:path';
import { closeSync, fstatSync, openSync, readSync, rename, rm, writeFile } from './node-fs.ts';
import { errorCode, makeFolder } from './files.ts';

/**
 * The door for files that only save time: large, replaced as a whole, and never worth a wait for the disk.
 *
 * Read at once and synchronously. Measured: a promise reads half a megabyte at a time, each with a turn of the loop.
 */
export function readBytesIfAny(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size);
    let length = 0;
    while (length < bytes.length) {
      const got = readSync(file, bytes, length, bytes.length - length, null);
      if (got === 0) break;
      length += got;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
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
