import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from './node-fs.ts';

/** Folders of installed packages: links out of the tree belong to them (the interpreter of a virtual environment). */
const INSTALLED = new Set(['node_modules', '.venv', 'venv']);

/**
 * Copies a working tree. Without `.git`, without what is neither file, folder nor link, and without links that lead out
 * of the tree: who writes in the copy must not reach the original through one.
 */
export function copyTree(from: string, to: string, isLeftOut: (path: string) => boolean): void {
  const copy = (inside: string, installed: boolean) => {
    mkdirSync(join(to, inside), { recursive: true });
    for (const entry of readdirSync(join(from, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.name === '.git' || isLeftOut(path)) continue;
      const source = join(from, path);
      const target = join(to, path);
      if (entry.isDirectory()) copy(path, installed || INSTALLED.has(entry.name));
      else if (entry.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE);
      else if (entry.isSymbolicLink()) {
        const link = readlinkSync(source);
        if (installed || staysInside(from, source, link)) symlinkSync(link, target);
      }
    }
  };
  copy('', false);
}

function staysInside(root: string, at: string, link: string): boolean {
  if (isAbsolute(link)) return false;
  const way = relative(root, resolve(dirname(at), link));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** What says that something below a folder is as it was: nobody can set the time of change back. */
export function treeStamps(root: string, isLeftOut: (name: string) => boolean): Map<string, string> {
  const stamps = new Map<string, string>();
  const look = (inside: string) => {
    for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
      if (isLeftOut(entry.name)) continue;
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) look(path);
      else {
        const { size, mtimeMs, ctimeMs, ino, mode } = lstatSync(join(root, path));
        stamps.set(path, `${size} ${mtimeMs} ${ctimeMs} ${ino} ${mode}`);
      }
    }
  };
  look('');
  return stamps;
}
