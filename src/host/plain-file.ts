import { lstat, readFile, rmdir, stat } from 'node:fs/promises';
import { errorCode } from './files.ts';

/** The text of a regular file of at most `cap` bytes. Folders, pipes and larger files are errors, not hangs. */
export async function readCapped(path: string, cap: number): Promise<string> {
  const facts = await stat(path).catch(async (error: unknown) => {
    // A link that leads nowhere is there: only a missing name is "no file".
    if (errorCode(error) === 'ENOENT' && (await isThere(path)))
      throw new Error('it is a link that leads nowhere');
    throw error;
  });
  if (!facts.isFile()) throw new Error('it is not a regular file');
  if (facts.size > cap) throw new Error(`it has ${facts.size} bytes; at most ${cap} are read`);
  return readFile(path, 'utf8');
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Removes a folder when nothing is left in it. */
export async function removeIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
}
