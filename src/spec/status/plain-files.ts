import { walkFolders } from '../tree/walk.ts';
import type { FileState } from './module-files.ts';

/** Every file of a project without git. Nothing in it was ever committed. */
export function plainFiles(root: string): FileState[] {
  const files: FileState[] = [];
  for (const { dir, files: names } of walkFolders(root))
    for (const name of names)
      files.push({
        path: dir === '' ? name : `${dir}/${name}`,
        committed: false,
        present: true,
        uncommitted: true,
      });
  return files;
}
