import { constants, open, rmdir } from './node-fs.ts';
import { errorCode, kindOf } from './files.ts';

export interface ReadOptions {
  /** A larger file is an error. */
  cap: number;
  followLinks?: boolean;
}

/** More than a settings file, a status or a document of a project has. */
const PROJECT_FILE_CAP = 4 * 1024 * 1024;

/** The text of a file in a folder that agents and checks write in: never a pipe, a device or a gigabyte. */
export function readProjectFile(path: string): Promise<string | undefined> {
  return readCapped(path, { cap: PROJECT_FILE_CAP, followLinks: true });
}

/**
 * The text of a regular file; undefined when nothing lies there. Anything else is an error, never a hang, whatever it
 * is replaced by while we look: what was opened is what is checked, and no more than the cap is read of it.
 */
export async function readCapped(path: string, options: ReadOptions): Promise<string | undefined> {
  const { cap, followLinks = false } = options;
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (followLinks ? 0 : constants.O_NOFOLLOW);
  const file = await open(path, flags).catch(async (error: unknown) => {
    const code = errorCode(error);
    if (code === 'ELOOP') throw new Error('it is a link');
    if (code === 'ENXIO') throw new Error('it is not a regular file');
    if (code !== 'ENOENT') throw error;
    // A link that leads nowhere is there: only a missing name is "no file".
    if ((await kindOf(path)) !== undefined) throw new Error('it is a link that leads nowhere');
    return undefined;
  });
  if (file === undefined) return undefined;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error('it is not a regular file');
    const tooLarge = (bytes: number) => new Error(`it has ${bytes} bytes; at most ${cap} are read`);
    if (facts.size > cap) throw tooLarge(facts.size);
    // One more than is said to be there, to see the end; it may have grown meanwhile, up to the cap.
    let bytes = Buffer.allocUnsafe(facts.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      length += bytesRead;
      if (length > cap) throw tooLarge(length);
      if (bytesRead === 0) return bytes.toString('utf8', 0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(length * 2, cap + 1));
    }
  } finally {
    await file.close();
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
