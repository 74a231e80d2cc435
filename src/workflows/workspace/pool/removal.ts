import { basename, dirname, join } from 'node:path';
import { exists, list, makeFolder, moveTo } from '../../../host/fs/files.ts';
import type { Git } from '../../../host/git/git.ts';
import { messageOf } from '../../../work/errors.ts';
import { gitDirOf, QUARANTINE, type Places } from './places.ts';

export interface PutAside {
  repo: string;
  /** What the worktree was called. */
  name: string;
  /** Where it lies now. */
  place: string;
  why: string;
}

/** Worktrees that nobody will use again. */
export interface Removal {
  /** Deleted; one that cannot be is put aside, and somebody is told. */
  discard(repo: string, path: string): Promise<void>;
  /** Into the quarantine, for people to look at. */
  quarantine(repo: string, path: string): Promise<void>;
}

export function openRemoval(
  git: Git,
  places: Places,
  { removeAll, aside }: { removeAll: (path: string) => Promise<void>; aside: (what: PutAside) => void },
): Removal {
  /** Git forgets those that are no longer there. */
  const prune = (repo: string) => git.run(['worktree', 'prune'], { cwd: join(places.folder(repo), 'main') });
  return {
    discard: async (repo, path) => {
      const asideAlready = dirname(path) === join(places.folder(repo), QUARANTINE);
      // Not by git: it would look at what lies there. What cannot be removed must not be in anybody's way.
      await removeAll(path).catch(async (error: unknown) => {
        if (asideAlready) return;
        const place = await putAside(places.folder(repo), path);
        aside({ repo, name: basename(path), place, why: messageOf(error) });
      });
      if (await exists(gitDirOf(places, repo))) await prune(repo);
    },
    quarantine: async (repo, path) => {
      await putAside(places.folder(repo), path);
      await prune(repo);
    },
  };
}

async function putAside(repoFolder: string, path: string): Promise<string> {
  const folder = join(repoFolder, QUARANTINE);
  await makeFolder(folder, 0o700);
  const taken = new Set((await list(folder)).map(({ name }) => name));
  let number = taken.size + 1;
  while (taken.has(`${basename(path)}-${number}`)) number += 1;
  const place = join(folder, `${basename(path)}-${number}`);
  await moveTo(path, place);
  return place;
}
