import fs from 'node:fs';

export type EntryKind = 'file' | 'folder' | 'link' | 'socket' | 'other';

export interface Entry {
  kind: EntryKind;
  ino: number;
  dev: number;
  uid: number;
  size: number;
}

/** Looking at files, at once and without ever throwing: the gate runs on every tool call and must always answer. */
export interface LookUp {
  /** What is there itself, a link not followed. `unknown` when that cannot be told. */
  entry(path: string): Entry | undefined | 'unknown';
  /** The same with links followed. */
  target(path: string): Entry | undefined;
  link(path: string): string | undefined;
  real(path: string): string | undefined;
  /** The text of a regular file, or an error's code. */
  text(path: string): string | { error: string };
  bytes(path: string, cap: number): Uint8Array | undefined;
  names(path: string): string[];
  /** Whether it lies on what nobody here can write to, whoever they are. */
  readOnly(path: string): boolean;
}

// A thrown and caught error costs about a millisecond the first time, so absence is asked for, not caught.
const QUIET = { throwIfNoEntry: false } as const;
const TEXT_CAP = 64 * 1024 * 1024;
const NOT_A_FILE = 'it is not a file, or too large for one';

export const lookUp: LookUp = {
  entry: (path) => {
    try {
      const found = fs.lstatSync(path, QUIET);
      return found === undefined ? undefined : told(found);
    } catch (error) {
      // Only a clear "not there" counts as not there: below a file, or a name no file can have.
      const code = codeOf(error);
      return code === 'ENOTDIR' || code === 'ENAMETOOLONG' ? undefined : 'unknown';
    }
  },
  target: (path) =>
    quietly(() => {
      const found = fs.statSync(path, QUIET);
      return found && told(found);
    }),
  link: (path) => quietly(() => fs.readlinkSync(path)),
  real: (path) => quietly(() => fs.realpathSync.native(path)),
  text: (path) => {
    try {
      return regular(path, TEXT_CAP, (fd) => fs.readFileSync(fd, 'utf8')) ?? { error: NOT_A_FILE };
    } catch (error) {
      return { error: codeOf(error) };
    }
  },
  bytes: (path, cap) => quietly(() => regular(path, cap, (fd) => fs.readFileSync(fd))),
  readOnly: (path) => {
    try {
      fs.accessSync(path, fs.constants.W_OK);
      return false;
    } catch (error) {
      return codeOf(error) === 'EROFS';
    }
  },
  names: (path) => quietly(() => (fs.statSync(path, QUIET)?.isDirectory() ? fs.readdirSync(path) : [])) ?? [],
};

/**
 * The same until a process is this old: a hook that is late is no hook, and a command can name what takes long to look
 * at. Then every look fails, and who asked has to refuse.
 */
export function inTime(look: LookUp, seconds: number): LookUp {
  const timed = <A extends unknown[], R>(one: (...given: A) => R): ((...given: A) => R) => {
    return (...given) => {
      if (process.uptime() > seconds) throw new Error(`it took longer than ${seconds} seconds`);
      return one(...given);
    };
  };
  const { entry, target, link, real, text, bytes, names, readOnly } = look;
  return {
    entry: timed(entry),
    target: timed(target),
    link: timed(link),
    real: timed(real),
    text: timed(text),
    bytes: timed(bytes),
    names: timed(names),
    readOnly: timed(readOnly),
  };
}

/**
 * Reads only what has an end: a pipe or a terminal at this place would keep the gate waiting for ever, and a hook that
 * is late is no hook. Asked of what was opened, not of the name, which may lead elsewhere a moment later.
 */
function regular<T>(path: string, cap: number, read: (fd: number) => T): T | undefined {
  const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const found = fs.fstatSync(fd);
    return found.isFile() && found.size <= cap ? read(fd) : undefined;
  } finally {
    fs.closeSync(fd);
  }
}

function told(found: fs.Stats): Entry {
  const kind: EntryKind = found.isFile()
    ? 'file'
    : found.isDirectory()
      ? 'folder'
      : found.isSymbolicLink()
        ? 'link'
        : found.isSocket()
          ? 'socket'
          : 'other';
  return { kind, ino: found.ino, dev: found.dev, uid: found.uid, size: found.size };
}

function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
