import { join } from 'node:path';
import { folderEntries } from '../../host/sources.ts';
import type { FileState } from './module-files.ts';

const SKIPPED = new Set(['node_modules', '__pycache__', 'venv', 'target', 'dist', 'build', 'vendor']);

/** Every file of a project without git. Nothing in it was ever committed. */
export function plainFiles(root: string): FileState[] {
  const files: FileState[] = [];
  const visit = (dir: string): void => {
    const entries = folderEntries(join(root, dir));
    for (const name of entries?.files ?? [])
      files.push({
        path: dir === '' ? name : `${dir}/${name}`,
        committed: false,
        present: true,
        uncommitted: true,
      });
    for (const name of entries?.folders ?? [])
      if (!name.startsWith('.') && !SKIPPED.has(name)) visit(dir === '' ? name : `${dir}/${name}`);
  };
  visit('');
  return files;
}
