import { join } from 'node:path';
import { exists, list, makeFolder, modifiedAt, moveTo, remove } from '../../host/files.ts';
import type { Git } from '../../host/git.ts';
import { isClean, scrub } from './scrub.ts';

export interface KnownWorktree {
  /** `issue-42`, or `quarantine/issue-42-…` for one that was put aside. */
  name: string;
  modifiedAt: number;
}

/** Worktrees of one repository that nobody uses, emptied and kept for the next item. */
export interface Pool {
  open(repo: string, name: string, at: { commit: string; branch: string }): Promise<string>;
  release(repo: string, name: string): Promise<void>;
  discard(repo: string, name: string): Promise<void>;
  quarantine(repo: string, worktree: string): Promise<void>;
  list(repo: string): Promise<KnownWorktree[]>;
}

const QUARANTINE = 'quarantine';
/** More than run at once in one repository would only take space. */
const MOST_IDLE = 3;

/**
 * Making a worktree writes every file of the repository; resetting one that is there writes only what differs. The
 * caller takes turns per repository.
 */
export function openPool(
  git: Git,
  folderOf: (repo: string) => string,
  idleOf: (repo: string) => string,
): Pool {
  const inBase = (repo: string) => ({ cwd: join(folderOf(repo), 'main') });
  const move = (repo: string, from: string, to: string) =>
    git.run(['worktree', 'move', from, to], inBase(repo));

  const discard = (repo: string, name: string) => discardAt(repo, join(folderOf(repo), name));
  const discardAt = async (repo: string, path: string) => {
    if (await exists(join(folderOf(repo), 'main', '.git'))) {
      await git.succeeds(['worktree', 'remove', '--force', '--force', path], inBase(repo));
      await remove(path);
      await git.run(['worktree', 'prune'], inBase(repo));
    } else await remove(path);
  };

  const idle = async (repo: string): Promise<string[]> =>
    (await list(idleOf(repo))).filter((entry) => entry.isDirectory()).map(({ name }) => name);

  /** One that lies there under this name, or an idle one under a new name; undefined: there is none to be had. */
  const reused = async (repo: string, name: string): Promise<string | undefined> => {
    const path = join(folderOf(repo), name);
    if (await exists(path)) {
      if (await scrub(git, path)) return path;
      await discard(repo, name);
    }
    for (const each of await idle(repo)) {
      try {
        await move(repo, join(idleOf(repo), each), path);
        return path;
      } catch {
        await discardAt(repo, join(idleOf(repo), each));
      }
    }
    return undefined;
  };

  return {
    open: async (repo, name, { commit, branch }) => {
      const path = join(folderOf(repo), name);
      const found = await reused(repo, name);
      if (found !== undefined) {
        const checkout = ['checkout', '-q', '-f', '--ignore-other-worktrees', '-B', branch, commit];
        if ((await git.succeeds(checkout, { cwd: path })) && (await isClean(git, path))) return path;
        await discard(repo, name);
      }
      await git.run(['worktree', 'add', '-q', '--force', '-B', branch, path, commit], inBase(repo));
      return path;
    },
    release: async (repo, name) => {
      const path = join(folderOf(repo), name);
      if (!(await exists(path))) return;
      const others = await idle(repo);
      const place = Array.from({ length: MOST_IDLE }, (_, at) => String(at + 1)).find(
        (each) => !others.includes(each),
      );
      if (place === undefined || !(await scrub(git, path))) {
        await discard(repo, name);
        return;
      }
      try {
        await git.run(['checkout', '-q', '--detach'], { cwd: path });
        await makeFolder(idleOf(repo), 0o700);
        // Last of all: what is in there is clean, whenever we die.
        await move(repo, path, join(idleOf(repo), place));
      } catch {
        await discard(repo, name);
      }
    },
    discard,
    quarantine: async (repo, worktree) => {
      const name = worktree.slice(folderOf(repo).length + 1);
      const aside = join(folderOf(repo), QUARANTINE);
      await makeFolder(aside, 0o700);
      const taken = (await list(aside)).length;
      await moveTo(worktree, join(aside, `${name}-${taken + 1}`));
      // git forgets it: nothing that lies there is ever used again.
      await git.run(['worktree', 'prune'], inBase(repo));
    },
    list: async (repo) => {
      const folder = folderOf(repo);
      const names = (await list(folder))
        .map(({ name }) => name)
        .filter((name) => /^(issue|pr|merge-pr)-\d+$/.test(name));
      names.push(...(await list(join(folder, QUARANTINE))).map(({ name }) => join(QUARANTINE, name)));
      return Promise.all(
        names.map(async (name) => ({ name, modifiedAt: (await modifiedAt(join(folder, name))) ?? 0 })),
      );
    },
  };
}
