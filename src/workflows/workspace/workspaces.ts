import { join } from 'node:path';
import type { Forge, GitAccess } from '../../forge/forge.ts';
import { exists, makeFolder, moveTo, remove } from '../../host/files.ts';
import type { Git, GitOptions, Identity } from '../../host/git.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { isRepoName, type RunId } from '../../work/ids.ts';
import { Quarantined } from '../engine/interruptions.ts';
import { openGuards } from './guard.ts';
import { removeLocks } from './locks.ts';
import { openPool, type KnownWorktree } from './pool.ts';

export const IDENTITY: Identity = { name: 'autodev', email: 'autodev@localhost' };

/** A base clone per repository and isolated worktrees beside it, one per work item. */
export interface Workspaces {
  /** Clones the repository, or fetches what is new. */
  refresh(repo: string): Promise<void>;
  /** A clean worktree of this name at the commit, on a local branch; whatever was there before is gone. */
  open(repo: string, name: string, at: { commit: string; branch: string }): Promise<string>;
  /** The item is finished: its worktree is emptied and put by for the next one. */
  close(repo: string, name: string): Promise<void>;
  /** Where the worktree of this name is, or would be. */
  path(repo: string, name: string): string;
  /** Keeps a commit from being lost: a finished step can be gone on from it. */
  keep(repo: string, run: RunId, step: string, commit: string): Promise<void>;
  /** Pushes exactly this commit if the branch is still where we believe it to be (null: absent). */
  push(repo: string, push: { commit: string; branch: string; expected: string | null }): Promise<void>;
  /** Where the forge's branch points to, asked of the forge's git itself. */
  remoteHead(repo: string, branch: string): Promise<string | null>;
  /** The common ancestor that a pull request's changes are counted from. */
  mergeBase(repo: string, a: string, b: string): Promise<string>;
  has(repo: string, commit: string): Promise<boolean>;
  /** Whether we made this commit. */
  isOurs(repo: string, commit: string): Promise<boolean>;
  isAncestor(repo: string, ancestor: string, of: string): Promise<boolean>;
  /** A file as it is in a commit; undefined when it is not there. */
  show(repo: string, commit: string, path: string): Promise<string | undefined>;
  /**
   * Runs a session in a worktree. When it changed anything of the base clone that is not its own, that is undone, the
   * worktree is put aside for people to look at, never used again, and the item is quarantined.
   */
  guarded<T>(repo: string, worktree: string, session: () => Promise<T>): Promise<T>;
  /** The worktrees that lie there. */
  list(repo: string): Promise<KnownWorktree[]>;
  /** Deletes a worktree for good. */
  discard(repo: string, name: string): Promise<void>;
  /** Puts right what a daemon that died left behind: locks, half-made clones, worktrees git no longer knows. */
  tidy(repo: string): Promise<void>;
}

/** Where the forge's default branch was at the last fetch; HEAD of the base clone follows it. */
const BASE_REF = 'refs/autodev/base';
const LARGEST_SHOWN = 256 * 1024;

export function openWorkspaces(git: Git, options: { root: string; forge: Forge }): Workspaces {
  const { root, forge } = options;
  const locks = new Map<string, Promise<unknown>>();

  /** git's own locks fail instead of waiting, so calls on one base clone take turns. */
  const alone = async <T>(repo: string, work: () => Promise<T>): Promise<T> => {
    const before = locks.get(repo) ?? Promise.resolve();
    const mine = before.then(work, work);
    locks.set(
      repo,
      mine.catch(() => {}),
    );
    return mine;
  };

  const folder = (repo: string, ...parts: string[]): string => {
    if (!isRepoName(repo)) throw new AutodevError('invalid_input', `not a repository name: ${repo}`);
    return join(root, ...repo.split('/'), ...parts);
  };
  const base = (repo: string) => folder(repo, 'main');
  const inBase = (repo: string, more: GitOptions = {}): GitOptions => ({ cwd: base(repo), ...more });
  const guards = openGuards(git, base);
  const pool = openPool(
    git,
    (repo) => folder(repo),
    // No owner's name begins with a dot.
    (repo) => join(root, '.idle', ...repo.split('/')),
  );

  const cloneAnew = async (repo: string, access: GitAccess) => {
    const path = base(repo);
    await remove(path);
    await makeFolder(folder(repo), 0o700);
    const fresh = `${path}.new`;
    await remove(fresh);
    await git.run(['clone', '-q', '--no-checkout', '--', access.url, fresh], { login: access });
    await git.run(['worktree', 'prune'], { cwd: fresh });
    // Renamed only when it is whole: a clone that was killed half-way is never mistaken for one.
    await git.run(['-C', fresh, 'config', 'gc.auto', '0'], {});
    await moveTo(fresh, path);
  };

  const refresh = (repo: string) =>
    alone(repo, async () => {
      const access = await forge.gitAccess(repo);
      if (!(await exists(join(base(repo), '.git', 'HEAD')))) {
        await cloneAnew(repo, access);
        return;
      }
      const refspecs = ['+refs/heads/*:refs/remotes/origin/*', '+refs/pull/*/head:refs/remotes/pull/*'];
      const fetch = async (more: string[]) =>
        git.run(
          ['fetch', '-q', '--prune', '--no-tags', '--', access.url, ...refspecs, ...more],
          inBase(repo, { login: access }),
        );
      try {
        await fetch([`+HEAD:${BASE_REF}`]);
        await git.run(['update-ref', '--no-deref', 'HEAD', BASE_REF], inBase(repo));
      } catch (error) {
        // An empty repository has no HEAD yet.
        if (!(error instanceof AutodevError) || !/remote ref HEAD/.test(error.why ?? '')) throw error;
        await fetch([]);
      }
      await guards.ourChange(
        repo,
        (name) => name === 'HEAD' || /^refs\/(remotes\/|autodev\/base$)/.test(name),
      );
    });

  return {
    refresh,
    path: (repo, name) => folder(repo, checkedName(name)),
    open: (repo, name, { commit, branch }) =>
      alone(repo, () => pool.open(repo, checkedName(name), { commit, branch })),
    close: (repo, name) => alone(repo, () => pool.release(repo, checkedName(name))),
    discard: (repo, name) => alone(repo, () => pool.discard(repo, name)),
    list: (repo) => pool.list(repo),
    tidy: (repo) =>
      alone(repo, async () => {
        await remove(`${base(repo)}.new`);
        if (!(await exists(join(base(repo), '.git')))) return;
        await removeLocks(join(base(repo), '.git'));
        await git.succeeds(['worktree', 'prune'], inBase(repo));
      }),
    guarded: async (repo, worktree, session) => {
      const guard = await alone(repo, () => guards.begin(repo, worktree));
      const [outcome] = await Promise.allSettled([session()]);
      const breach = await alone(repo, () => guard.end());
      if (breach.length > 0) {
        await alone(repo, () => pool.quarantine(repo, worktree));
        // Whatever the session came to counts for nothing.
        throw new Quarantined(`the session reached outside its worktree: ${breach.join(', ')} changed`);
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    keep: (repo, run, step, commit) =>
      alone(repo, async () => {
        const ref = keptRef(run, step);
        await git.run(['update-ref', ref, commit], inBase(repo));
        await guards.ourChange(repo, (name) => name === ref);
      }),
    push: async (repo, { commit, branch, expected }) => {
      const access = await forge.gitAccess(repo);
      const target = `refs/heads/${branch}`;
      try {
        await git.run(
          [
            'push',
            '-q',
            `--force-with-lease=${target}:${expected ?? ''}`,
            '--',
            access.url,
            `${commit}:${target}`,
          ],
          inBase(repo, { login: access }),
        );
      } catch (error) {
        const why = error instanceof AutodevError ? (error.why ?? '') : messageOf(error);
        if (/stale info|\[rejected\]|fetch first|non-fast-forward/.test(why)) {
          throw new AutodevError('forge_conflict', `${branch} has moved on the forge`, { why, cause: error });
        }
        throw new AutodevError('forge_unavailable', `cannot push ${branch}`, {
          why,
          cause: error,
          data: { outcome: 'unknown' },
        });
      }
    },
    remoteHead: async (repo, branch) => {
      const access = await forge.gitAccess(repo);
      const out = await git.text(
        ['ls-remote', '--', access.url, `refs/heads/${branch}`],
        inBase(repo, { login: access }),
      );
      return /^([0-9a-f]{40,64})\t/.exec(out)?.[1] ?? null;
    },
    mergeBase: (repo, a, b) => git.text(['merge-base', a, b], inBase(repo)),
    isOurs: async (repo, commit) => {
      if (!(await git.succeeds(['cat-file', '-e', `${commit}^{commit}`], inBase(repo)))) await refresh(repo);
      const done = await git.run(['log', '-1', '--format=%ce', commit, '--'], inBase(repo, { ok: [128] }));
      return done.code === 0 && done.stdout.toString('utf8').trim() === IDENTITY.email;
    },
    has: (repo, commit) => git.succeeds(['cat-file', '-e', `${commit}^{commit}`], inBase(repo)),
    isAncestor: (repo, ancestor, of) =>
      git.succeeds(['merge-base', '--is-ancestor', ancestor, of], inBase(repo)),
    show: async (repo, commit, path) => {
      const done = await git.run(['cat-file', 'blob', `${commit}:${path}`], {
        ...inBase(repo),
        ok: [128],
        maxOutputBytes: LARGEST_SHOWN,
      });
      return done.code === 0 ? done.stdout.toString('utf8') : undefined;
    },
  };
}

function checkedName(name: string): string {
  if (!/^(issue|pr|merge-pr)-[1-9][0-9]*$/.test(name))
    throw new AutodevError('invalid_input', `not a worktree name: ${name}`);
  return name;
}

/** `issue:org/repo:42@hash#1` → `refs/autodev/runs/issue-42/hash-1/step`; the clone names the repository. */
function keptRef(run: RunId, step: string): string {
  const match = /^(\w+):[^:]+:(\d+)@([0-9a-f]+)#(\d+)$/.exec(run);
  if (match === null) throw new Error(`not a run id: ${run}`);
  return `refs/autodev/runs/${match[1]}-${match[2]}/${match[3]}-${match[4]}/${step.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;
}
