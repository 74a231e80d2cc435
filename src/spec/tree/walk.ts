import { listFolder } from '../../host/fs/sync-files.ts';

export interface Folder {
  /** Relative to the root, `''` for the root itself. */
  dir: string;
  /** Names of its files; links count as files. */
  files: string[];
  /** Names of its folders that are looked into. */
  folders: string[];
}

/** Every folder of a project from the root down. Links to folders are not followed. */
export function* walkFolders(root: string): Generator<Folder> {
  const waiting = [''];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of listFolder(dir === '' ? root : `${root}/${dir}`)) {
      if (!entry.isDirectory()) files.push(entry.name);
      else if (!isIgnoredFolder(entry.name)) {
        folders.push(entry.name);
        waiting.push(dir === '' ? entry.name : `${dir}/${entry.name}`);
      }
    }
    yield { dir, files, folders };
  }
}

const IGNORED = new Set(['node_modules', 'target', 'build', 'dist', '__pycache__', 'vendor', 'venv']);

/** Folders that hold no modules of the project: hidden ones, dependencies, and what builds leave behind. */
function isIgnoredFolder(name: string): boolean {
  return name.startsWith('.') || IGNORED.has(name);
}
