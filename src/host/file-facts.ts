import { realpath, stat } from 'node:fs/promises';

/** Permission bits of a file, or undefined when there is none. */
export async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return undefined;
  }
}

/** Where a path really leads, so that a link is written through and not replaced; itself when nothing is there. */
export async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}
