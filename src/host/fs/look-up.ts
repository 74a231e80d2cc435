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
      return fs.readFileSync(path, 'utf8');
    } catch (error) {
      return { error: codeOf(error) };
    }
  },
  bytes: (path, cap) =>
    quietly(() => {
      const found = fs.statSync(path, QUIET);
      return found?.isFile() && found.size <= cap ? fs.readFileSync(path) : undefined;
    }),
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
