import type { Forge } from '../../forge/forge.ts';
import { gitUntil, type Git } from '../../host/git/git.ts';
import type { Host } from '../../host/host.ts';
import { join } from 'node:path';
import { AutodevError } from '../../work/errors.ts';
import { secretKeeper } from '../../work/secrets/keeper.ts';
import { isWorktreeName } from '../engine/worktree-name.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { openBaseClones, type Push } from './base-clones.ts';
import { withConfigOf } from './collect/agent-config.ts';
import { collect } from './collect/collect.ts';
import { openCommits, type Commits } from './commits.ts';
import { openGuards } from './guard.ts';
import { IDENTITY } from './identity.ts';
import { openKept, type Kept } from './kept.ts';
import { openPool, type KnownWorktree, type PoolOptions } from './pool/pool.ts';

/** What a worktree is opened for. */
export interface OpenAt {
  commit: string;
  branch: string;
  /** The files that agents take orders from are those of this commit: for heads of people outside. */
  configFrom?: string | undefined;
}

/**
 * A base clone per repository and isolated worktrees beside it, one per work item. Steps reach git through this alone.
 * Git works on the clone's objects and on worktrees that nobody else has written in since it did so itself.
 */
export interface Workspaces extends Commits, Pick<Kept, 'keep'> {
  /** Clones the repository, or fetches what is new. */
  refresh(repo: string): Promise<void>;
  /** A clean worktree of this name at the commit, on a local branch; whatever was there before is gone. */
  open(repo: string, name: string, at: OpenAt): Promise<string>;
  /**
   * What was written in a worktree since it was opened, as one commit on the one it was opened at (or on `parents`).
   * Nothing changed: the commit it was opened at. What cannot be committed safely is `refused`.
   */
  commit(
    repo: string,
    worktree: string,
    as: { message: string; parents?: readonly string[]; signal?: AbortSignal },
  ): Promise<string>;
  /**
   * Runs the set-up in a worktree before the first session that writes there, guarded like one. What it leaves is
   * never part of a commit. It gets the commit that the worktree was opened at.
   */
  setUp(repo: string, worktree: string, work: (commit: string) => Promise<void>): Promise<void>;
  /** A clean checkout of a commit, guarded like a session, put back into the pool afterwards. */
  checkout<T>(repo: string, commit: string, work: (path: string) => Promise<T>): Promise<T>;
  /** The item is finished: its worktree is emptied and put by for the next one. */
  close(repo: string, name: string): Promise<void>;
  /** Where the worktree of this name is, or would be. */
  path(repo: string, name: string): string;
  /** Pushes exactly this commit if the branch is still where we believe it to be. */
  push(repo: string, push: Push): Promise<void>;
  /** Where the forge's branch points to, asked of the forge's git itself. */
  remoteHead(repo: string, branch: string): Promise<string | null>;
  /** Whether we made this commit. */
  isOurs(repo: string, commit: string): Promise<boolean>;
  /**
   * Runs a session or a check in a worktree. When it changed anything of the base clone that is not its own, that is
   * undone, the worktree is put aside for people to look at, never used again, and the item is quarantined.
   */
  guarded<T>(repo: string, worktree: string, session: () => Promise<T>): Promise<T>;
  /** The worktrees that lie there. */
  list(repo: string): Promise<KnownWorktree[]>;
  /** Deletes a worktree for good. */
  discard(repo: string, name: string): Promise<void>;
  /** Puts right what a daemon that died left behind: locks, half-made clones, worktrees git no longer knows. */
  tidy(repo: string): Promise<void>;
  /** Ends every git command that is going on, whatever it waits for; none is begun any more. */
  stop(): void;
}

/** Those of a machine in a cluster, which hands commits that were not pushed yet on to others. */
export interface SharedWorkspaces extends Workspaces, Kept {}

export interface WorkspacesOptions {
  root: string;
  forge: Forge;
  /** Those we hold ourselves, which no patch may publish. */
  secrets?: Host['secrets'];
  aside?: PoolOptions['aside'];
}

export function openWorkspaces(unending: Git, options: WorkspacesOptions): SharedWorkspaces {
  const { root, forge, secrets = secretKeeper() } = options;
  const stopping = new AbortController();
  const git = gitUntil(unending, stopping.signal);
  const clones = openBaseClones(git, root, forge);
  const { folder, gitDir, at, alone } = clones;
  const guards = openGuards(git, gitDir);
  // No owner's name begins with a dot.
  const idle = (repo: string) => join(root, '.idle', ...repo.split('/'));
  const pool = openPool(git, { folder, idle }, { aside: options.aside });
  const checkouts = new Set<string>();

  const refresh = (repo: string) =>
    alone(repo, async () => {
      await clones.fetch(repo);
      await guards.ourChange(
        repo,
        (name) => name === 'HEAD' || /^refs\/(remotes\/|autodev\/base$)/.test(name),
      );
    });
  /** For commits that no step has kept yet. */
  const looseRef = async <T>(repo: string, name: string, work: (ref: string) => Promise<T>): Promise<T> => {
    const ref = `refs/autodev/collected/${name}`;
    const done = await work(ref);
    await guards.ourChange(repo, (changed) => changed === ref);
    return done;
  };
  const guarded = async <T>(repo: string, worktree: string, session: () => Promise<T>): Promise<T> => {
    const own = pool.handedOut(worktree)?.own;
    const guard = await alone(repo, () => guards.begin(repo, worktree, own));
    const [outcome] = await Promise.allSettled([session()]);
    const breach = await alone(repo, () => guard.end());
    if (breach.length > 0) {
      await alone(repo, () => pool.quarantine(repo, worktree));
      // Whatever the session came to counts for nothing.
      throw new Quarantined(`the session reached outside its worktree: ${breach.join(', ')} changed`);
    }
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };

  return {
    refresh,
    guarded,
    stop: () => stopping.abort(new AutodevError('interrupted', 'the daemon is stopping')),
    path: (repo, name) => folder(repo, checkedName(name)),
    open: (repo, name, { commit, branch, configFrom }) =>
      alone(repo, async () => {
        const shows =
          configFrom === undefined
            ? commit
            : await looseRef(repo, `${checkedName(name)}-shown`, (ref) =>
                withConfigOf(git, gitDir(repo), ref, commit, configFrom),
              );
        return pool.open(repo, checkedName(name), { commit, branch, shows });
      }),
    commit: (repo, worktree, { message, parents, signal }) =>
      alone(repo, async () => {
        const handed = pool.handedOut(worktree);
        if (handed === undefined)
          throw new AutodevError('failed', `${worktree} was not opened by this process`);
        const name = worktree.slice(folder(repo).length + 1);
        const from = { gitDir: gitDir(repo), worktree, commit: handed.commit, ...handed.found };
        return looseRef(repo, name, (ref) => collect(git, { ...from, message, parents, ref, signal }));
      }),
    setUp: async (repo, worktree, work) => {
      const handed = pool.handedOut(worktree);
      if (handed === undefined || handed.setUp) return;
      await guarded(repo, worktree, () => work(handed.commit));
      await alone(repo, () => pool.setUp(worktree));
    },
    checkout: async (repo, commit, work) => {
      let number = 1;
      while (checkouts.has(`${repo} ${number}`)) number += 1;
      const mine = `${repo} ${number}`;
      checkouts.add(mine);
      const name = `checkout-${number}`;
      try {
        const path = await alone(repo, () => pool.open(repo, name, { commit, branch: null }));
        return await guarded(repo, path, () => work(path));
      } finally {
        await alone(repo, () => pool.release(repo, name)).finally(() => checkouts.delete(mine));
      }
    },
    close: (repo, name) => alone(repo, () => pool.release(repo, checkedName(name))),
    discard: (repo, name) => alone(repo, () => pool.discard(repo, name)),
    list: (repo) => pool.list(repo),
    tidy: (repo) =>
      alone(repo, async () => {
        await clones.tidy(repo);
        await pool.removeCheckouts(repo);
      }),
    ...openKept(git, clones, guards),
    ...openCommits(git, clones, secrets),
    push: clones.push,
    remoteHead: clones.remoteHead,
    isOurs: async (repo, commit) => {
      if (!(await git.succeeds(['cat-file', '-e', `${commit}^{commit}`], at(repo)))) await refresh(repo);
      const done = await git.run(['log', '-1', '--format=%ce', commit, '--'], { ...at(repo), ok: [128] });
      return done.code === 0 && done.stdout.toString('utf8').trim() === IDENTITY.email;
    },
  };
}

function checkedName(name: string): string {
  if (!isWorktreeName(name)) throw new AutodevError('invalid_input', `not a worktree name: ${name}`);
  return name;
}
