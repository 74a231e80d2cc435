import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { list } from './files.ts';

/** Follows a file that another program appends to: each call gives the whole lines that are new. */
export function openTail(path: string): () => Promise<string[]> {
  let at = 0;
  let rest = Buffer.alloc(0);
  return async () => {
    let file;
    try {
      file = await open(path, 'r');
    } catch {
      return [];
    }
    try {
      const { size } = await file.stat();
      if (size <= at) return [];
      const fresh = Buffer.alloc(size - at);
      const { bytesRead } = await file.read(fresh, 0, fresh.length, at);
      at += bytesRead;
      const all = Buffer.concat([rest, fresh.subarray(0, bytesRead)]);
      const end = all.lastIndexOf(0x0a) + 1;
      rest = all.subarray(end);
      return all
        .subarray(0, end)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
    } finally {
      await file.close();
    }
  };
}

/** The first file below `folder` whose name passes, newest names first, at most `depth` folders down. */
export async function findFile(
  folder: string,
  wanted: (name: string) => boolean,
  depth: number,
): Promise<string | undefined> {
  const entries = (await list(folder)).sort((a, b) => (a.name < b.name ? 1 : -1));
  const found = entries.find((entry) => entry.isFile() && wanted(entry.name));
  if (found !== undefined) return join(folder, found.name);
  if (depth === 0) return undefined;
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const below = await findFile(join(folder, entry.name), wanted, depth - 1);
    if (below !== undefined) return below;
  }
  return undefined;
}
