import { join } from 'node:path';
import type { Forge, GitAccess } from '../../forge/forge.ts';
import { exists, makeFolder, moveTo, remove } from '../../host/fs/files.ts';
import type { Git, GitOptions } from '../../host/git/git.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { openSerial } from '../../work/serial.ts';
import { isRepoName } from '../../work/ids.ts';
import { removeLocks } from './locks.ts';
import { settleSettings } from './settings.ts';

/** Where the forge's default branch was at the last fetch; HEAD of the base clone follows it. */
const BASE_REF = 'refs/autodev/base';
/** Never `refs/replace` or anything else that changes what a hash means. */
const REFSPECS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/pull/*/head:refs/remotes/pull/*'];

export interface Push {
  commit: string;
  branch: string;
  /** Where we believe the branch to be (null: absent). */
  expected: string | null;
}

/** One clone per repository that nobody but us works in. It has no files of its own: worktrees lie beside it. */
export interface BaseClones {
  /** A place in the repository's folder. */
  folder(repo: string, ...parts: string[]): string;
  gitDir(repo: string): string;
  at(repo: string): GitOptions;
  /** git's own locks fail instead of waiting, so calls on one clone take turns. */
  alone<T>(repo: string, work: () => Promise<T>): Promise<T>;
  /** Clones, or fetches what is new. The caller takes a turn. */
  fetch(repo: string): Promise<void>;
  push(repo: string, push: Push): Promise<void>;
  remoteHead(repo: string, branch: string): Promise<string | null>;
  /** Puts right what a daemon that died left behind. The caller takes a turn. */
  tidy(repo: string): Promise<void>;
}

export function openBaseClones(git: Git, root: string, forge: Forge): BaseClones {
  const turns = openSerial();
  const folder = (repo: string, ...parts: string[]): string => {
    if (!isRepoName(repo)) throw new AutodevError('invalid_input', `not a repository name: ${repo}`);
    return join(root, ...repo.split('/'), ...parts);
  };
  const base = (repo: string) => folder(repo, 'main');
  const gitDir = (repo: string) => join(base(repo), '.git');
  const at = (repo: string): GitOptions => ({ cwd: base(repo) });
  // No owner's name begins with a dot.
  const record = (repo: string) => join(root, '.settings', `${folder(repo).slice(root.length + 1)}.json`);

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
    await remove(record(repo));
    await settleSettings(gitDir(repo), record(repo));
  };

  return {
    folder,
    gitDir,
    at,
    alone: turns.run,
    fetch: async (repo) => {
      const access = await forge.gitAccess(repo);
      if (!(await exists(join(gitDir(repo), 'HEAD')))) return cloneAnew(repo, access);
      const fetch = async (more: string[]) =>
        git.run(['fetch', '-q', '--prune', '--no-tags', '--', access.url, ...REFSPECS, ...more], {
          ...at(repo),
          login: access,
        });
      try {
        await fetch([`+HEAD:${BASE_REF}`]);
        await git.run(['update-ref', '--no-deref', 'HEAD', BASE_REF], at(repo));
      } catch (error) {
        // An empty repository has no HEAD yet.
        if (!(error instanceof AutodevError) || !/remote ref HEAD/.test(error.why ?? '')) throw error;
        await fetch([]);
      }
    },
    push: async (repo, { commit, branch, expected }) => {
      const access = await forge.gitAccess(repo);
      const target = `refs/heads/${branch}`;
      const lease = `--force-with-lease=${target}:${expected ?? ''}`;
      try {
        const args = ['push', '-q', lease, '--', access.url, `${commit}:${target}`];
        await git.run(args, { ...at(repo), login: access });
      } catch (error) {
        throw notPushed(branch, error);
      }
    },
    remoteHead: async (repo, branch) => {
      const access = await forge.gitAccess(repo);
      const args = ['ls-remote', '--', access.url, `refs/heads/${branch}`];
      const out = await git.text(args, { ...at(repo), login: access });
      // Also `refs/heads/x/refs/heads/<branch>` is told, and may stand first.
      const line = out.split('\n').find((each) => each.replace(/^\S+\t/, '') === `refs/heads/${branch}`);
      return /^([0-9a-f]{40,64})\t/.exec(line ?? '')?.[1] ?? null;
    },
    tidy: async (repo) => {
      await remove(`${base(repo)}.new`);
      if (!(await exists(gitDir(repo)))) return;
      await settleSettings(gitDir(repo), record(repo));
      await removeLocks(gitDir(repo));
      await git.succeeds(['worktree', 'prune'], at(repo));
    },
  };
}

function notPushed(branch: string, error: unknown): AutodevError {
  const why = error instanceof AutodevError ? (error.why ?? '') : messageOf(error);
  if (/stale info|\[rejected\]|fetch first|non-fast-forward/.test(why))
    return new AutodevError('forge_conflict', `${branch} has moved on the forge`, { why, cause: error });
  return new AutodevError('forge_unavailable', `cannot push ${branch}`, {
    why,
    cause: error,
    data: { outcome: 'unknown' },
  });
}
