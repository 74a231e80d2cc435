import { join } from 'node:path';
import { listFolder } from '../../host/fs/sync-files.ts';
import type { FileState } from './module-files.ts';

/**
 * What has to stay as it is for an answer to hold: every folder (its entries), every spec (its content), every
 * .gitignore (what counts), and the repository's own files. Kept as one text, since it is read on every call.
 */
export interface Watched {
  /** One line per folder: a digit for the files to watch in it, then its path. */
  folders: string;
  /** Absolute paths. */
  others: readonly string[];
}

const FILES = ['CLAUDE.md', 'IMPLEMENTS.md', '.gitignore'] as const;

export function watchedPaths(
  root: string,
  files: readonly FileState[],
  empty: readonly string[],
  others: readonly string[],
): Watched {
  const folders = new Map<string, number>([['.', 0]]);
  const addFolder = (dir: string) => {
    for (let at = dir; !folders.has(at); at = parentOf(at)) folders.set(at, 0);
  };
  for (const { path } of files) {
    const dir = parentOf(path);
    addFolder(dir);
    const name = FILES.indexOf(path.slice(path.lastIndexOf('/') + 1) as (typeof FILES)[number]);
    if (name !== -1) folders.set(dir, (folders.get(dir) ?? 0) | (1 << name));
  }
  for (const dir of empty) for (const inner of foldersBelow(root, dir)) addFolder(inner);
  const lines = [...folders].map(([dir, bits]) => `${bits}${dir}`);
  return { folders: lines.join('\n'), others };
}

export function pathsOf(root: string, { folders, others }: Watched): string[] {
  const paths = [...others];
  for (const line of folders.split('\n')) {
    const bits = line.charCodeAt(0) - 48;
    const dir = line.slice(1);
    const folder = dir === '.' ? root : `${root}/${dir}`;
    paths.push(folder);
    if (bits & 1) paths.push(`${folder}/CLAUDE.md`);
    if (bits & 2) paths.push(`${folder}/IMPLEMENTS.md`);
    if (bits & 4) paths.push(`${folder}/.gitignore`);
  }
  return paths;
}

function foldersBelow(root: string, dir: string): string[] {
  const inner = listFolder(join(root, dir))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return [
    dir,
    ...inner.flatMap((name) =>
      name === 'node_modules' || name === '.git' ? [] : foldersBelow(root, `${dir}/${name}`),
    ),
  ];
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '.' : path.slice(0, slash);
}
