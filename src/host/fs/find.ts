import { join } from 'node:path';
import { list } from './files.ts';

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

/** Every file below `folder` whose name passes, also links of that name. Git's own folder is left out. */
export async function findFiles(folder: string, wanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await list(next)) {
      if (entry.isDirectory()) {
        if (entry.name !== '.git') folders.push(join(next, entry.name));
      } else if (wanted(entry.name)) found.push(join(next, entry.name));
    }
  }
  return found;
}

/** Files below a folder, in folders whose name passes; links are not followed. At most so many. */
export async function walkFiles(
  folder: string,
  enters: (name: string) => boolean,
  most: number,
): Promise<string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && found.length < most; next = folders.pop()) {
    for (const entry of await list(next)) {
      if (entry.isDirectory()) {
        if (enters(entry.name)) folders.push(join(next, entry.name));
      } else found.push(join(next, entry.name));
    }
  }
  return found.slice(0, most);
}
