import { exists, kindOf, list, makeFolder, moveTo, remove, writeAtomic, type Kind } from './files.ts';
import { readCapped } from './plain-file.ts';
import { temporaryFolder, type TemporaryFolder } from './temporary.ts';
import type { Random } from '../random.ts';

/** The files door of a host: what steps may do with files. A simulator passes another one. */
export interface Files {
  /**
   * The text of a regular file of at most `cap` bytes; undefined when nothing lies there. A folder, a pipe, a larger
   * file and, unless links are followed, a link are errors: it may have been put there by a session.
   */
  read(path: string, options: { cap: number; followLinks?: boolean }): Promise<string | undefined>;
  /**
   * Replaces the file so that a reader sees the old or the new text, also after a crash. `via`: the folder where it is
   * made, else its own.
   */
  write(path: string, text: string, mode?: number, via?: string): Promise<void>;
  /** What is in a folder; nothing when it is none. */
  list(path: string): Promise<{ name: string; kind: Kind }[]>;
  /** What lies there, without following a link; undefined when nothing does. */
  kind(path: string): Promise<Kind | undefined>;
  /** Whether something lies there; a link that leads nowhere does not count. */
  exists(path: string): Promise<boolean>;
  makeFolder(path: string, mode?: number): Promise<void>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** A folder only we can read, to be removed by its user. */
  temporaryFolder(parent?: string): Promise<TemporaryFolder>;
}

export function systemFiles(random: Random): Files {
  return {
    read: readCapped,
    write: writeAtomic,
    list: async (path) => (await list(path)).map((entry) => ({ name: entry.name, kind: kindOfEntry(entry) })),
    kind: kindOf,
    exists,
    makeFolder,
    move: moveTo,
    remove,
    temporaryFolder: (parent) => temporaryFolder(random, parent),
  };
}

function kindOfEntry(entry: { isSymbolicLink(): boolean; isDirectory(): boolean; isFile(): boolean }): Kind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}
