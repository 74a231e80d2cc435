import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  access,
  appendFile,
  chmod,
  constants,
  type Dirent,
  existsSync,
  lstat,
  mkdir,
  mkdirSync,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from './node-fs.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';

/** The only door to the file system for whole files. (Hot readers have doors of their own beside this one.) */

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

/** The text, or undefined when there is no such file. Every other failure is thrown. */
export async function readTextIfAny(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

export async function writeText(path: string, text: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  await writeFile(path, text);
}

/** Into a folder that has to be there: nobody asked for a new one. */
export async function overwriteText(path: string, text: string): Promise<void> {
  await writeFile(path, text);
}

/** Adds one line of JSON to a file that only we may read. A single O_APPEND write, so lines of several processes do not mix. */
export async function appendJsonLine(path: string, value: unknown): Promise<void> {
  await makeFolder(dirname(path));
  await appendFile(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}

let temporaries = 0;

/**
 * Replaces a file so that a reader sees the old or the new text, also after a crash. `via`: the folder where the new
 * text is until it is whole, so that a crash leaves nothing beside the file.
 */
export async function writeAtomic(
  path: string,
  text: string,
  mode = 0o644,
  via = dirname(path),
): Promise<void> {
  await makeFolder(dirname(path));
  temporaries += 1;
  const temporary = join(via, `.${basename(path)}.${process.pid}.${temporaries}.tmp`);
  try {
    await makeFolder(via);
    // In a container the number of a process that was killed is soon that of another one.
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // What is wrong is the error above: that there is nothing to remove would hide it.
    await rm(temporary, { force: true }).catch(() => undefined);
    // Another folder may be on another file system, or not to be had.
    if (via !== dirname(path)) return writeAtomic(path, text, mode);
    throw error;
  }
}

const TEMPORARY = /^\..+\.\d+\.\d+\.tmp$/;

/** Removes what writers that were killed have left half-written in a folder that is made for it. */
export async function removeHalfWritten(folder: string): Promise<void> {
  for (const entry of await list(folder))
    if (entry.isFile() && TEMPORARY.test(entry.name)) await rm(join(folder, entry.name), { force: true });
}

export async function exists(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}

/** The same for a place that has to be ours to look into: a file on the way, or no permission, is thrown in words. */
export async function existsIn(folder: string, name: string, what: string): Promise<boolean> {
  try {
    await access(join(folder, name), constants.F_OK);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw fileError(error, `cannot read ${what} ${folder}`);
  }
}

/**
 * Makes the folder and what is missing above it. One by one: Node's own recursive mkdir never returns where the
 * file system answers "no such file" to every attempt, as /proc does.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await exists(at)); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      await mkdir(folder, mode);
    } catch (error) {
      // Somebody else made it meanwhile; a file in its place shows at the next step.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** `makeFolder` for the doors that cannot wait. */
export function makeFolderSync(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Makes the folder, for us alone, and checks that it can be written to; the error says what to do. */
export async function writableFolder(
  path: string,
  what: string,
  options: { mode?: number; setting?: string } = {},
): Promise<void> {
  try {
    await makeFolder(path, options.mode ?? 0o700);
    const probe = join(path, `.write-test-${process.pid}`);
    await writeFile(probe, '0123456789');
    await rm(probe, { force: true });
  } catch (error) {
    throw fileError(error, `cannot write to ${what} ${path}`, options.setting);
  }
}

/** What the operating system refused, whoever asked it: in words, with the place. Undefined: not such a failure. */
export function systemRefusal(error: unknown): AutodevError | undefined {
  const code = errorCode(error);
  if (!(error instanceof Error) || code === undefined || !REFUSALS.has(code)) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return path === undefined ? undefined : fileError(error, `cannot use ${path}`);
}

const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'EISDIR', 'ENOTDIR']);

/** Turns the usual file system failures into words a person can act on. `setting` is what names the place. */
export function fileError(error: unknown, message: string, setting = 'AUTODEV_HOME'): AutodevError {
  const code = errorCode(error);
  const elsewhere = `choose another place with ${setting}`;
  const advice: Record<string, [why: string, hint: string]> = {
    ENOSPC: ['the disk is full', 'free some space and try again; nothing was lost'],
    EDQUOT: ['the disk quota is used up', 'free some space and try again; nothing was lost'],
    EROFS: ['the file system is read-only', elsewhere],
    EACCES: ['permission denied', `change its permissions, or ${elsewhere}`],
    EPERM: ['operation not permitted', `change its permissions, or ${elsewhere}`],
    ENOENT: ['no folder can be made there', elsewhere],
    ENOTDIR: ['a part of the path is a file', elsewhere],
    EISDIR: ['it is a folder', 'a file is needed there'],
    EEXIST: ['a file of that name is in the way', elsewhere],
    EMFILE: ['too many open files', 'raise the limit with ulimit -n'],
  };
  const [why, hint] = (code === undefined ? undefined : advice[code]) ?? [messageOf(error), undefined];
  return new AutodevError('io', message, { why, hint, cause: error });
}

export async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** A link, as its target is written in the bytes given. */
export async function makeLink(target: string | Uint8Array, path: string): Promise<void> {
  await symlink(typeof target === 'string' ? target : Buffer.from(target), path);
}

export async function moveTo(from: string, to: string): Promise<void> {
  await rename(from, to);
}

export async function list(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

export async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}

export type Kind = 'file' | 'folder' | 'link' | 'other';

/** What lies there, without following a link; undefined when nothing does. */
export async function kindOf(path: string): Promise<Kind | undefined> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return 'link';
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
}

/** Permission bits of a file, or undefined when there is none. */
export async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return undefined;
  }
}

export async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode);
}

/**
 * The real place of `path` below `root`, or undefined when it is outside, also by way of a symlink.
 * The last parts need not exist yet.
 */
export async function contained(root: string, path: string): Promise<string | undefined> {
  const realRoot = await realpath(root);
  let existing = resolve(realRoot, path);
  const missing: string[] = [];
  for (;;) {
    try {
      const real = join(await realpath(existing), ...missing);
      const inside = relative(realRoot, real);
      return inside === '' || (!inside.startsWith(`..${sep}`) && inside !== '..' && !isAbsolute(inside))
        ? real
        : undefined;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') return undefined;
      // A dangling link would be followed by a later write: not contained.
      if ((await kindOf(existing)) === 'link') return undefined;
      missing.unshift(basename(existing));
      existing = dirname(existing);
    }
  }
}
