import { join } from 'node:path';
import { fromShown, listInside, rootOf, shown } from '../../host/fs/inside.ts';
import { removeStubborn } from '../../host/fs/temporary.ts';

/** Every file of a worktree as git wrote it, before anybody else could. Folders have no stamp of their own. */
export type Stamps = Map<string, string>;

/** A worktree as a session finds it. */
export interface Found {
  stamps: Stamps;
  /** Files and folders that the set-up made: no part of any commit, whatever a session does with them. */
  made: ReadonlySet<string>;
}

const FOLDER = 'folder';

export async function takeStamps(worktree: string): Promise<Stamps> {
  const root = rootOf(worktree);
  const stamps: Stamps = new Map();
  for (let level = ['']; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      for (const { name, kind, stamp } of (await listInside(root, folder)) ?? []) {
        const path = folder === '' ? name : `${folder}/${name}`;
        stamps.set(path, kind === 'folder' ? FOLDER : stamp);
        if (kind === 'folder') next.push(path);
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
      for (const { name, kind, stamp } of (await listInside(root, folder)) ?? []) {
        const path = folder === '' ? name : `${folder}/${name}`;
        if (!written.has(path)) made.add(path);
        else stamps.set(path, kind === 'folder' ? FOLDER : stamp);
        if (kind === 'folder' && written.get(path) === FOLDER) next.push(path);
      }
    }
    level = next;
  }
  return { stamps, made };
}

/**
 * Removes whatever was written since the stamps were taken, so that git, when it is let in again, meets only files of
 * its own. False when that cannot be promised; then the worktree must go.
 */
export async function sweep(worktree: string, stamps: Stamps): Promise<boolean> {
  const root = rootOf(worktree);
  for (let level = ['']; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await listInside(root, folder);
      if (entries === undefined) return false;
      for (const { name, kind, stamp } of entries) {
        const path = folder === '' ? name : `${folder}/${name}`;
        const known = stamps.get(path);
        if (kind === 'folder' && known === FOLDER) next.push(path);
        else if (kind === 'folder' || known !== stamp) {
          // The pointer to the repository, or a name we cannot say.
          if (path === '.git' || fromShown(shown(path)) !== path) return false;
          await removeStubborn(join(worktree, shown(path)));
        }
      }
    }
    level = next;
  }
  return true;
}
