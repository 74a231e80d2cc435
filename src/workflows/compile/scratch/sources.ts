import { join } from 'node:path';
import { listFolder, stampOf } from '../../../host/fs/sync-files.ts';
import { isSourceName } from '../../../spec/language/source-file.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import type { ChangedFiles } from './scratch.ts';

/** Tells one state of a file from the next; '' where there is none. */
export function fileStamp(path: string): string {
  const found = stampOf(path);
  return found === undefined ? '' : `${found.size} ${found.mtimeMs}`;
}

/** The names of a module's own source files in the working tree; tests apart. */
export function sourcesInTree(root: string, dir: string): string[] {
  return listFolder(join(root, dir))
    .filter((entry) => entry.isFile() && isSourceName(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** The names of a module's own source files with everything that was written so far. */
export function sourcesNow(root: string, dir: string, changed: ChangedFiles): string[] {
  const made = Object.keys(changed).flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return path === inModule(dir, name) && isSourceName(name) ? [name] : [];
  });
  return [...new Set([...sourcesInTree(root, dir), ...made])]
    .filter((name) => changed[inModule(dir, name)] !== null)
    .sort();
}
