import { basename, dirname, join } from 'node:path';
import { exists, list, makeFolder, modifiedAt, moveTo, writeText } from '../../host/fs/files.ts';
import { readInside, rootOf } from '../../host/fs/inside.ts';
import { removeTrees } from '../../host/fs/temporary.ts';
import type { Git } from '../../host/git/git.ts';
import { messageOf } from '../../work/errors.ts';
import { isWorktreeName } from '../engine/worktree-name.ts';
import { handOut, ownFolder, takeBack, type HandedOut } from './handed.ts';
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

interface Reused {
  /** As the idle worktree was put there. */
  was?: HandedOut | undefined;
  /** What of it git has to write again. */
  missing: string[];
}

export interface PutAside {
  repo: string;
  /** What the worktree was called. */
  name: string;
  /** Where it lies now. */
  place: string;
  why: string;
}

export interface PoolOptions {
  removeAll?: (path: string) => Promise<void>;
  /** A worktree could not be removed and lies in the quarantine: somebody has to be told. */
  aside?: ((what: PutAside) => void) | undefined;
}

const QUARANTINE = 'quarantine';
const CHECKOUT = /^checkout-\d+$/;
/** More than run at once in one repository would only take space. */
const MOST_IDLE = 3;

/**
 * Making a worktree writes every file of the repository; resetting one that is there writes only what differs. Git is
 * let into a used one only after everything was removed that it did not write itself. The caller takes turns per
 * repository.
 */
export function openPool(
  git: Git,
  folderOf: (repo: string) => string,
  idleOf: (repo: string) => string,
  { removeAll = (path) => removeTrees([path]), aside = () => {} }: PoolOptions = {},
): Pool {
  const inBase = (repo: string) => ({ cwd: join(folderOf(repo), 'main') });
  const gitDirOf = (repo: string) => join(folderOf(repo), 'main', '.git');
  const handed = new Map<string, HandedOut>();
  /** Idle worktrees of this process, as they were put there. */
  const idleOnes = new Map<string, HandedOut>();
  /** What `git worktree move` does, without a process of its own. */
  const move = async (repo: string, from: string, to: string) => {
    const own = ownFolder(gitDirOf(repo), from);
    await moveTo(from, to);
    await writeText(join(own, 'gitdir'), `${to}/.git\n`);
  };

  const discard = (repo: string, name: string) => discardAt(repo, join(folderOf(repo), name));
  const discardAt = async (repo: string, path: string) => {
    handed.delete(path);
    const asideAlready = dirname(path) === join(folderOf(repo), QUARANTINE);
    // Not by git: it would look at what lies there. What cannot be removed must not be in anybody's way.
    await removeAll(path).catch(async (error: unknown) => {
      if (asideAlready) return;
      aside({ repo, name: basename(path), place: await putAside(repo, path), why: messageOf(error) });
    });
    if (await exists(gitDirOf(repo))) await git.run(['worktree', 'prune'], inBase(repo));
  };
  const putAside = async (repo: string, path: string): Promise<string> => {
    const folder = join(folderOf(repo), QUARANTINE);
    await makeFolder(folder, 0o700);
    const taken = new Set((await list(folder)).map(({ name }) => name));
    let number = taken.size + 1;
    while (taken.has(`${basename(path)}-${number}`)) number += 1;
    const place = join(folder, `${basename(path)}-${number}`);
    await moveTo(path, place);
    return place;
  };
  /** Only a worktree that this process handed out can be taken back: of others nobody knows what was done to them. */
  const emptied = async (path: string): Promise<{ out: HandedOut; missing: string[] } | undefined> => {
    const out = handed.get(path);
    handed.delete(path);
    const missing = out === undefined ? undefined : await takeBack(path, out);
    return out === undefined || missing === undefined ? undefined : { out, missing };
  };

  const idle = async (repo: string): Promise<string[]> =>
    (await list(idleOf(repo))).filter((entry) => entry.isDirectory()).map(({ name }) => name);

  /**
   * One that lies there under this name, or an idle one under a new name; undefined: there is none to be had. An idle
   * one is gone through once more: without a sandbox any session could have reached it meanwhile.
   */
  const reused = async (repo: string, name: string): Promise<Reused | undefined> => {
    const path = join(folderOf(repo), name);
    if (await exists(path)) {
      if ((await emptied(path)) !== undefined) return { missing: [] };
      await discard(repo, name);
    }
    for (const each of await idle(repo)) {
      const from = join(idleOf(repo), each);
      const was = idleOnes.get(from);
      idleOnes.delete(from);
      try {
        const missing = was === undefined ? undefined : await takeBack(from, was);
        if (missing !== undefined) {
          await move(repo, from, path);
          return { was, missing };
        }
      } catch {
        // As one that cannot be promised to be clean.
      }
      await discardAt(repo, from);
    }
    return undefined;
  };

  /** The stamps of an idle worktree that git was let into again, for another commit. */
  const stampsAt = async (
    repo: string,
    path: string,
    { was, missing }: { was: HandedOut; missing: string[] },
    commit: string,
  ): Promise<Stamps> => {
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', was.commit, commit];
    const { stdout } = await git.run(args, { gitDir: gitDirOf(repo) });
    return restamped(path, was.stamps, [...stdout.toString('latin1').split('\0').slice(0, -1), ...missing]);
  };

  return {
    handedOut: (worktree) => handed.get(worktree),
    setUp: async (worktree) => {
      const out = handed.get(worktree);
      if (out !== undefined)
        handed.set(worktree, { ...out, found: await afterSetUp(worktree, out.stamps), setUp: true });
    },
    open: async (repo, name, { commit, branch, shows = commit }) => {
      const path = join(folderOf(repo), name);
      const onto = branch === null ? ['--detach'] : ['-B', branch];
      const found = await reused(repo, name);
      const intact = found?.was?.commit === shows && found.missing.length === 0;
      let stamps = branch === null && intact ? found.was?.stamps : undefined;
      const checkout = ['checkout', '-q', '-f', '--ignore-other-worktrees', ...onto, shows];
      if (stamps === undefined && found !== undefined && (await git.succeeds(checkout, { cwd: path }))) {
        const { was, missing } = found;
        stamps = was === undefined ? undefined : await stampsAt(repo, path, { was, missing }, shows);
      } else if (stamps === undefined) {
        if (found !== undefined) await discard(repo, name);
        await git.run(['worktree', 'add', '-q', '--force', ...onto, path, shows], inBase(repo));
      }
      handed.set(path, await handOut(gitDirOf(repo), path, commit, stamps));
      return path;
    },
    release: async (repo, name) => {
      const path = join(folderOf(repo), name);
      if (!(await exists(path))) return;
      const others = await idle(repo);
      const place = Array.from({ length: MOST_IDLE }, (_, at) => String(at + 1)).find(
        (each) => !others.includes(each),
      );
      const back = place === undefined ? undefined : await emptied(path);
      if (place === undefined || back === undefined) {
        await discard(repo, name);
        return;
      }
      try {
        await git.run(['checkout', '-q', '-f', '--detach'], { cwd: path });
        const commit = readInside(rootOf(back.out.own), 'HEAD', 100)?.toString('utf8').trim() ?? '';
        const stamps = restamped(path, back.out.stamps, back.missing);
        await makeFolder(idleOf(repo), 0o700);
        // Last of all: what is in there is clean, whenever we die.
        const to = join(idleOf(repo), place);
        await move(repo, path, to);
        idleOnes.set(to, await handOut(gitDirOf(repo), to, commit, stamps));
      } catch {
        await discard(repo, name);
      }
    },
    discard,
    quarantine: async (repo, worktree) => {
      handed.delete(worktree);
      await putAside(repo, worktree);
      // git forgets it: nothing that lies there is ever used again.
      await git.run(['worktree', 'prune'], inBase(repo));
    },
    list: async (repo) => {
      const folder = folderOf(repo);
      const names = (await list(folder))
        .map(({ name }) => name)
        .filter((name) => isWorktreeName(name) && !CHECKOUT.test(name));
      names.push(...(await list(join(folder, QUARANTINE))).map(({ name }) => join(QUARANTINE, name)));
      return Promise.all(
        names.map(async (name) => ({ name, modifiedAt: (await modifiedAt(join(folder, name))) ?? 0 })),
      );
    },
    removeCheckouts: async (repo) => {
      for (const { name } of await list(folderOf(repo)))
        if (CHECKOUT.test(name) && !handed.has(join(folderOf(repo), name))) await discard(repo, name);
    },
  };
}
