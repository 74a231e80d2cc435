import { join } from 'node:path';
import { exists, list, modifiedAt } from '../../../host/fs/files.ts';
import { removeTrees } from '../../../host/fs/temporary.ts';
import type { Git } from '../../../host/git/git.ts';
import { isWorktreeName } from '../../engine/worktree-name.ts';
import { handOut, takeBack, type HandedOut } from './handed.ts';
import { openIdle, type Emptied } from './idle.ts';
import { gitDirOf, QUARANTINE, type Places } from './places.ts';
import { openRemoval, type PutAside } from './removal.ts';
import { afterSetUp, restamped, type Stamps } from './stamps.ts';

export interface KnownWorktree {
  /** `issue-42`, or `quarantine/issue-42-…` for one that was put aside. */
  name: string;
  modifiedAt: number;
}

/** What a worktree is to show. */
export interface At {
  commit: string;
  /** Null: on no branch. */
  branch: string | null;
  /** Shown instead of the commit, of which it is a variant; changes are counted from the commit all the same. */
  shows?: string | undefined;
}

/** Worktrees of one repository that nobody uses, emptied and kept for the next item. */
export interface Pool {
  open(repo: string, name: string, at: At): Promise<string>;
  /** How this worktree was handed out, by this process. */
  handedOut(worktree: string): HandedOut | undefined;
  /** A set-up was run in a worktree that nobody has worked in yet: what it left is none of the session's work. */
  setUp(worktree: string): Promise<void>;
  release(repo: string, name: string): Promise<void>;
  discard(repo: string, name: string): Promise<void>;
  quarantine(repo: string, worktree: string): Promise<void>;
  list(repo: string): Promise<KnownWorktree[]>;
  /** Removes worktrees of checks that a daemon that died left behind. */
  removeCheckouts(repo: string): Promise<void>;
}

export interface PoolOptions {
  removeAll?: (path: string) => Promise<void>;
  /** A worktree could not be removed and lies in the quarantine: somebody has to be told. */
  aside?: ((what: PutAside) => void) | undefined;
}

const CHECKOUT = /^checkout-\d+$/;

/**
 * Making a worktree writes every file of the repository; resetting one that is there writes only what differs. Git is
 * let into a used one only after everything was removed that it did not write itself. The caller takes turns per
 * repository.
 */
export function openPool(
  git: Git,
  places: Places,
  { removeAll = (path) => removeTrees([path]), aside = () => {} }: PoolOptions = {},
): Pool {
  const removal = openRemoval(git, places, { removeAll, aside });
  const idle = openIdle(git, places, removal);
  const handed = new Map<string, HandedOut>();
  const at = (repo: string, name: string) => join(places.folder(repo), name);

  const discard = async (repo: string, name: string) => {
    handed.delete(at(repo, name));
    await removal.discard(repo, at(repo, name));
  };
  /** Only a worktree that this process handed out can be taken back: of others nobody knows what was done to them. */
  const emptied = async (path: string): Promise<Emptied | undefined> => {
    const out = handed.get(path);
    handed.delete(path);
    const missing = out === undefined ? undefined : await takeBack(path, out);
    return out === undefined || missing === undefined ? undefined : { out, missing };
  };

  /** One that lies there under this name (of which nothing more is known), or an idle one under a new name. */
  const reused = async (repo: string, name: string): Promise<Emptied | 'unknown' | undefined> => {
    const path = at(repo, name);
    if (await exists(path)) {
      if ((await emptied(path)) !== undefined) return 'unknown';
      await discard(repo, name);
    }
    return idle.take(repo, path);
  };

  /** The stamps of an idle worktree that git was let into again, for another commit. */
  const stampsAt = async (repo: string, path: string, was: Emptied, commit: string): Promise<Stamps> => {
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', was.out.commit, commit];
    const { stdout } = await git.run(args, { gitDir: gitDirOf(places, repo) });
    const changed = stdout.toString('latin1').split('\0').slice(0, -1);
    return restamped(path, was.out.stamps, [...changed, ...was.missing]);
  };

  /** What git wrote there, where that is known. */
  const show = async (repo: string, name: string, branch: string | null, commit: string) => {
    const path = at(repo, name);
    const onto = branch === null ? ['--detach'] : ['-B', branch];
    const found = await reused(repo, name);
    const was = found === 'unknown' ? undefined : found;
    if (branch === null && was?.out.commit === commit && was.missing.length === 0) return was.out.stamps;
    const checkout = ['checkout', '-q', '-f', '--ignore-other-worktrees', ...onto, commit];
    if (found !== undefined && (await git.succeeds(checkout, { cwd: path })))
      return was === undefined ? undefined : stampsAt(repo, path, was, commit);
    if (found !== undefined) await discard(repo, name);
    const args = ['worktree', 'add', '-q', '--force', ...onto, path, commit];
    await git.run(args, { cwd: at(repo, 'main') });
    return undefined;
  };

  return {
    discard,
    handedOut: (worktree) => handed.get(worktree),
    setUp: async (worktree) => {
      const out = handed.get(worktree);
      if (out !== undefined)
        handed.set(worktree, { ...out, found: await afterSetUp(worktree, out.stamps), setUp: true });
    },
    open: async (repo, name, { commit, branch, shows = commit }) => {
      const path = at(repo, name);
      const stamps = await show(repo, name, branch, shows);
      handed.set(path, await handOut(gitDirOf(places, repo), path, commit, stamps));
      return path;
    },
    release: async (repo, name) => {
      const path = at(repo, name);
      if (!(await exists(path))) return;
      const place = await idle.place(repo);
      const back = place === undefined ? undefined : await emptied(path);
      if (place === undefined || back === undefined) return discard(repo, name);
      await idle.put(repo, path, place, back).catch(() => discard(repo, name));
    },
    quarantine: async (repo, worktree) => {
      handed.delete(worktree);
      await removal.quarantine(repo, worktree);
    },
    list: async (repo) => {
      const folder = places.folder(repo);
      const names = (await list(folder))
        .map(({ name }) => name)
        .filter((name) => isWorktreeName(name) && !CHECKOUT.test(name));
      names.push(...(await list(join(folder, QUARANTINE))).map(({ name }) => join(QUARANTINE, name)));
      return Promise.all(
        names.map(async (name) => ({ name, modifiedAt: (await modifiedAt(join(folder, name))) ?? 0 })),
      );
    },
    removeCheckouts: async (repo) => {
      for (const { name } of await list(places.folder(repo)))
        if (CHECKOUT.test(name) && !handed.has(at(repo, name))) await discard(repo, name);
    },
  };
}
