import { join } from 'node:path';
import { listFolderIfAny, readTextSync } from '../../host/fs/sync-files.ts';
import { AutodevError } from '../../work/errors.ts';
import type { ReadSource } from './exported.ts';
import { folderExports, type FolderExports } from './folder.ts';

/** Reads sources of a project by their path from its root, each once; nothing outside the root. */
export function sourceReader(root: string): ReadSource {
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (path.startsWith('../') || path.startsWith('/')) return undefined;
    if (known.has(path)) return known.get(path);
    const text = readTextSync(join(root, path));
    known.set(path, text);
    return text;
  };
}

/** What the sources of one folder of a project export. */
export async function exportsOfFolder(
  root: string,
  dir: string,
  read: ReadSource = sourceReader(root),
): Promise<FolderExports> {
  const entries = listFolderIfAny(join(root, dir));
  if (entries === undefined)
    throw new AutodevError('not_found', `no such folder: ${dir}`, { data: { dir, root } });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  return folderExports(dir, files, read);
}
