import {
  closeSync,
  constants,
  fstatSync,
  lstat,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from './node-fs.ts';
import { AutodevError } from '../../work/errors.ts';
import { errorCode } from './files.ts';

/**
 * The door to files that somebody else may have written, and may still be changing: nothing is followed, nothing waits,
 * nothing is read past a limit, and what is opened is checked to be where it was looked for. Paths are relative to the
 * root and hold one character per byte (latin1), for file names need not be UTF-8.
 */
export interface Entry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'pipe' | 'socket' | 'device';
  executable: boolean;
  size: number;
  inode: number;
  /** How many names the file has. */
  names: number;
  changedAt: number;
  /** Differs when the file was written, replaced or had its mode changed: the kernel sets ctime, nobody else can. */
  stamp: string;
}

const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const LOOKS_BETWEEN_TURNS = 2_000;

// Most names are plain ASCII, and a string then saves a third of the time.
const bytes = (path: string) => (/^[\0-\x7f]*$/.test(path) ? path : Buffer.from(path, 'latin1'));
const below = (root: string, path: string) => (path === '' ? root : `${root}/${path}`);

/** The root as this door wants it: without links, one character per byte. */
export function rootOf(folder: string): string {
  return realpathSync.native(folder, 'buffer').toString('latin1');
}

/** The name of a path as people write it, and back. */
export const shown = (path: string): string => Buffer.from(path, 'latin1').toString('utf8');
export const fromShown = (path: string): string => Buffer.from(path, 'utf8').toString('latin1');

let looks = 0;

/** What lies in a folder; undefined when there is no such folder (any more). */
export async function listInside(root: string, folder: string): Promise<Entry[] | undefined> {
  const file = openAt(root, folder, NO_FOLLOW | constants.O_DIRECTORY);
  if (file === undefined) return undefined;
  try {
    // What is read by a name from here is looked at again: a place that is swapped meanwhile gives no bytes.
    const here = below(root, folder);
    const entries: Entry[] = [];
    for (const name of readdirSync(bytes(here), { encoding: 'latin1' })) {
      // Synchronous calls are several times faster; others get their turn now and then, also in a folder of a million.
      if ((looks = (looks + 1) % LOOKS_BETWEEN_TURNS) === 0) await lstat('/');
      const found = lstatSync(bytes(`${here}/${name}`), { throwIfNoEntry: false });
      if (found !== undefined) entries.push(entryOf(name, found));
    }
    return entries;
  } finally {
    closeSync(file);
  }
}

/** One entry, where nobody else can write just now. Undefined when nothing is there. */
export function entryInside(root: string, path: string): Entry | undefined {
  const found = lstatSync(bytes(below(root, path)), { throwIfNoEntry: false });
  return found === undefined ? undefined : entryOf(path.slice(path.lastIndexOf('/') + 1), found);
}

/** The bytes of a regular file. Undefined when there is none, or it is not (any more) what `stamp` says. */
export function readInside(root: string, path: string, cap: number, stamp?: string): Buffer | undefined {
  const file = openAt(root, path, NO_FOLLOW);
  if (file === undefined) return undefined;
  try {
    const facts = fstatSync(file);
    if (!facts.isFile() || (stamp !== undefined && entryOf('', facts).stamp !== stamp)) return undefined;
    if (facts.size > cap)
      throw new AutodevError('io', `${shown(path)} has ${facts.size} bytes; at most ${cap} are read`);
    const buffer = Buffer.allocUnsafe(facts.size);
    let length = 0;
    while (length < buffer.length) {
      const got = readSync(file, buffer, length, buffer.length - length, length);
      if (got === 0) break;
      length += got;
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Where a link says it leads. Undefined when there is none. */
export function linkInside(root: string, path: string): string | undefined {
  try {
    return readlinkSync(bytes(below(root, path)), 'buffer').toString('latin1');
  } catch {
    return undefined;
  }
}

function openAt(root: string, path: string, flags: number): number | undefined {
  let file: number;
  try {
    file = openSync(bytes(below(root, path)), flags);
  } catch (error) {
    // A link in its place is ELOOP, a socket ENXIO: then it is not what was looked for.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
  if (placeOf(file, below(root, path)) === below(root, path)) return file;
  closeSync(file);
  return undefined;
}

/** A folder on the way that became a link leads elsewhere: the kernel says where the opened file really is. */
function placeOf(file: number, path: string): string {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${file}`, 'buffer').toString('latin1');
  return realpathSync.native(path, 'buffer').toString('latin1');
}

function entryOf(name: string, found: Stats): Entry {
  const { mode, size, ino, ctimeMs, nlink } = found;
  return {
    name,
    kind: kindOf(found),
    executable: (mode & 0o100) !== 0,
    size,
    inode: ino,
    names: nlink,
    changedAt: ctimeMs,
    stamp: `${ino} ${size} ${ctimeMs} ${mode}`,
  };
}

function kindOf(found: Stats): Entry['kind'] {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  if (found.isSymbolicLink()) return 'link';
  if (found.isFIFO()) return 'pipe';
  return found.isSocket() ? 'socket' : 'device';
}
