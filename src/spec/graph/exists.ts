import { listFolder } from '../../host/fs/sync-files.ts';
import { folderOf } from '../references/canonical.ts';
import type { Exists } from './target.ts';

/** Whether a path of a project is there, also when it is written as imports are: without its extension. */
export function existsIn(root: string): Exists {
  const folders = new Map<string, ReadonlySet<string>>();
  return (path) => {
    if (path === '' || path.startsWith('..')) return false;
    const dir = folderOf(path);
    let names = folders.get(dir);
    if (names === undefined) {
      const found = listFolder(dir === '' ? root : `${root}/${dir}`).map(({ name }) => name);
      names = new Set([...found, ...found.map((name) => name.replace(/(?<=.)\.[^.]+$/, ''))]);
      folders.set(dir, names);
    }
    return names.has(path.slice(dir === '' ? 0 : dir.length + 1));
  };
}
