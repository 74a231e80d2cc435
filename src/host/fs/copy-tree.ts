import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  constants,
  copyFileSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from './node-fs.ts';

/** Folders of installed packages: links out of the tree belong to them (the interpreter of a virtual environment). */
const INSTALLED = new Set(['node_modules', '.venv', 'venv']);

export interface CopyTree {
  isLeftOut: (path: string) => boolean;
  /**
   * Installed packages are linked to, each by itself, instead of copied. Only where whoever works in the copy cannot
   * write through such a link: in a sandbox.
   */
  linkInstalled: boolean;
}

/**
 * Copies a working tree. Without `.git`, without what is neither file, folder nor link, and without links that lead out
 * of the tree: who writes in the copy must not reach the original through one.
 */
export function copyTree(from: string, to: string, how: CopyTree): void {
  const copy = (inside: string, installed: boolean) => {
    mkdirSync(join(to, inside), { recursive: true });
    for (const entry of readdirSync(join(from, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.name === '.git' || how.isLeftOut(path)) continue;
      if (installed && how.linkInstalled && !isScope(entry)) linkEntry(from, to, path, entry);
      else if (entry.isDirectory()) copy(path, installed || INSTALLED.has(entry.name));
      else copyEntry(from, to, path, entry, installed);
    }
  };
  copy('', false);
}

/** Puts one file or link back as it lies in the original; what is not there is removed. */
export function restoreEntry(from: string, to: string, path: string, linkInstalled: boolean): void {
  rmSync(join(to, path), { recursive: true, force: true });
  const found = lstatSync(join(from, path), { throwIfNoEntry: false });
  if (found === undefined) return;
  const installed = path
    .split('/')
    .slice(0, -1)
    .some((name) => INSTALLED.has(name));
  if (found.isDirectory() && !(installed && linkInstalled)) return;
  mkdirSync(dirname(join(to, path)), { recursive: true });
  if (installed && linkInstalled) linkEntry(from, to, path, found);
  else copyEntry(from, to, path, found, installed);
}

/** The folders of installed packages in a tree, from its root. */
export function installedFolders(root: string): string[] {
  const found: string[] = [];
  const look = (inside: string) => {
    for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === '.git') continue;
      const path = join(inside, entry.name);
      if (INSTALLED.has(entry.name)) found.push(path);
      else look(path);
    }
  };
  look('');
  return found;
}

type Kind = Pick<Dirent, 'isFile' | 'isSymbolicLink'>;

/** A link stays what it is: packages of a workspace lead back into the tree, and there into the copy. */
function linkEntry(from: string, to: string, path: string, entry: Kind): void {
  const source = join(from, path);
  symlinkSync(entry.isSymbolicLink() ? readlinkSync(source) : source, join(to, path));
}

function copyEntry(from: string, to: string, path: string, entry: Kind, installed: boolean): void {
  const source = join(from, path);
  if (entry.isFile()) copyFileSync(source, join(to, path), constants.COPYFILE_FICLONE);
  if (!entry.isSymbolicLink()) return;
  const link = readlinkSync(source);
  if (installed || staysInside(from, source, link)) symlinkSync(link, join(to, path));
}

/** `@scope/` holds packages, which are linked one by one. */
function isScope(entry: Dirent): boolean {
  return entry.isDirectory() && entry.name.startsWith('@');
}

function staysInside(root: string, at: string, link: string): boolean {
  if (isAbsolute(link)) return false;
  const way = relative(root, resolve(dirname(at), link));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** What says that something below a folder is as it was: nobody can set the time of change back. */
export function treeStamps(root: string, isLeftOut: (path: string) => boolean): Map<string, string> {
  const stamps = new Map<string, string>();
  const look = (inside: string) => {
    for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (isLeftOut(path)) continue;
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
