import { basename } from 'node:path';
import type { Git } from '../../host/git/git.ts';
import { sha256 } from '../../host/hash.ts';
import { AutodevError } from '../../work/errors.ts';

export interface Project {
  root: string;
  /** Where git keeps the refs and settings of all its worktrees. */
  gitDir: string;
  /** The name of its journal entries: never that of a repository of the daemon. */
  repo: string;
  /** Null: HEAD is detached. */
  branch: string | null;
  head: string;
}

/** The project a command stands in. Everything that keeps a run from starting is said before anything is paid. */
export async function findProject(git: Git, cwd: string): Promise<Project> {
  const found = await git.run(['rev-parse', '--show-toplevel'], { cwd, ok: [128] });
  const root = found.stdout.toString('utf8').replace(/\n$/, '');
  if (found.code !== 0 || root === '')
    throw new AutodevError('invalid_input', 'there is no git repository here', {
      hint: 'git init, and make a first commit',
    });
  const head = await git.run(['rev-parse', '--verify', '-q', 'HEAD'], { cwd: root, ok: [1, 128] });
  if (head.code !== 0)
    throw new AutodevError('invalid_input', 'the repository has no commit yet', {
      hint: 'make a first commit',
    });
  const branch = await git.run(['symbolic-ref', '-q', '--short', 'HEAD'], { cwd: root, ok: [1] });
  const name = basename(root).replaceAll(/[^A-Za-z0-9._-]/g, '-');
  const gitDir = await git.text(['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: root });
  return {
    root,
    gitDir,
    repo: `local/${name}-${sha256(root).slice(0, 8)}`,
    branch: branch.code === 0 ? branch.stdout.toString('utf8').trim() : null,
    head: head.stdout.toString('utf8').trim(),
  };
}

/** Work of the person that is not committed: never committed, stashed or overwritten by a run. */
export async function refuseDirty(git: Git, { root }: Project): Promise<void> {
  const out = await git.text(['status', '--porcelain', '-z'], { cwd: root });
  // What an analyst wrote of mails and channels is a run's own.
  const paths = out.split('\0').filter((line) => line !== '' && !line.startsWith('?? .omc/'));
  if (paths.length === 0) return;
  throw new AutodevError('invalid_input', 'the working tree has changes that are not committed', {
    why: `${paths
      .slice(0, 5)
      .map((line) => line.slice(3))
      .join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`,
    hint: 'commit or stash them, or use --worktree',
  });
}
