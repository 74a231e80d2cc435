import { join } from 'node:path';
import { entryInside, fromShown, listInside, rootOf, shown } from '../../../host/fs/inside.ts';
import { removeStubborn, removeTrees } from '../../../host/fs/temporary.ts';
import { withParents } from '../collect/names.ts';

/** Every file of a worktree as git wrote it, before anybody else could; of folders what they are and their mode. */
export type Stamps = Map<string, string>;

/** A worktree as a session finds it. */
export interface Found {
  stamps: Stamps;
  /** Files and folders that the set-up made: no part of any commit, whatever a session does with them. */
  made: ReadonlySet<string>;
}

const FOLDER = 'folder ';
/** Its times change with what is in it, its mode only by somebody's hand. */
const stampOf = ({ kind, stamp }: { kind: string; stamp: string }): string =>
  kind === 'folder' ? `${FOLDER}${stamp.split(' ').at(-1)}` : stamp;
/** Of more it is cheaper to remove the worktree as a whole. */
const MOST_FILES = 5_000;
const MOST_FOLDERS = 200;

export async function takeStamps(worktree: string): Promise<Stamps> {
  const root = rootOf(worktree);
  const stamps: Stamps = new Map();
  for (let level = ['']; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of (await listInside(root, folder)) ?? []) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        stamps.set(path, stampOf(entry));
        if (entry.kind === 'folder') next.push(path);
      }
    }
    level = next;
  }
  return stamps;
}

/** What a set-up left: stamps of what git wrote as it is now, and what is there beside that, not looked into. */
export async function afterSetUp(worktree: string, written: Stamps): Promise<Found> {
  const root = rootOf(worktree);
  const stamps: Stamps = new Map();
  const made = new Set<string>();
  for (let level = ['']; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of (await listInside(root, folder)) ?? []) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (!written.has(path)) made.add(path);
        else stamps.set(path, stampOf(entry));
        if (entry.kind === 'folder' && written.get(path)?.startsWith(FOLDER)) next.push(path);
      }
    }
    level = next;
  }
  return { stamps, made };
}

/** The same after git wrote these paths, without a look at all the others. Nobody else could write meanwhile. */
export function restamped(worktree: string, stamps: Stamps, written: Iterable<string>): Stamps {
  const root = rootOf(worktree);
  const now: Stamps = new Map(stamps);
  for (const path of new Set([...written].flatMap((each) => [...withParents(each)]))) {
    const entry = entryInside(root, path);
    if (entry === undefined) now.delete(path);
    else now.set(path, stampOf(entry));
  }
  return now;
}

/**
 * Removes whatever was written since the stamps were taken, so that git, when it is let in again, meets only files of
 * its own. Gives the paths that are not as git wrote them any more; undefined when it cannot be promised that all was
 * removed: then the worktree must go.
 */
export async function sweep(worktree: string, stamps: Stamps): Promise<string[] | undefined> {
  const root = rootOf(worktree);
  const kept = new Set<string>();
  const foreign: { files: string[]; folders: string[] } = { files: [], folders: [] };
  for (let level = ['']; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await listInside(root, folder);
      if (entries === undefined) return undefined;
      for (const entry of entries) {
        const { name, kind } = entry;
        const path = folder === '' ? name : `${folder}/${name}`;
        const same = stamps.get(path) === stampOf(entry);
        if (kind === 'folder' && same) next.push(path);
        else if (!same) {
          // The pointer to the repository, or a name we cannot say.
          if (path === '.git' || fromShown(shown(path)) !== path) return undefined;
          foreign[kind === 'folder' ? 'folders' : 'files'].push(join(worktree, shown(path)));
          continue;
        }
        kept.add(path);
      }
    }
    level = next;
  }
  if (foreign.files.length > MOST_FILES || foreign.folders.length > MOST_FOLDERS) return undefined;
  for (const file of foreign.files) await removeStubborn(file);
  await removeTrees(foreign.folders);
  return [...stamps.keys()].filter((path) => !kept.has(path));
}
