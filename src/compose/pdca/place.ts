import { join } from 'node:path';
import { exists, kindOf, makeFolder, makeLink } from '../../host/fs/files.ts';
import { fromShown, linkInside, rootOf } from '../../host/fs/inside.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import type { Git } from '../../host/git/git.ts';
import { sha256 } from '../../host/hash.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import { branchOf } from '../../workflows/pdca/documents/places.ts';
import { ownFolder } from '../../workflows/workspace/own-tree/own-folder.ts';
import { removeWorktree } from '../../workflows/workspace/project-tree.ts';
import { refuseDirty, type Project } from './project.ts';

/** The folder a run works in, on its own branch. */
export interface Place {
  cwd: string;
  branch: string;
  /** Worktrees of parts are named after this folder. */
  folder: string;
  /** Put there by us: never committed. */
  made: ReadonlySet<string>;
  /** Nothing but git has written there. */
  clean: boolean;
  /** Removes the worktree. The branch stays, unless nothing was committed to it. */
  close(): Promise<void>;
}

export async function refuseTaken(git: Git, { root }: Project, feature: string): Promise<void> {
  const branch = branchOf(feature);
  for (const [folder, where] of [
    ['heads', ''],
    ['remotes/origin', ' on origin'],
  ] as const) {
    const ref = `refs/${folder}/${branch}`;
    if (await git.succeeds(['rev-parse', '-q', '--verify', ref], { cwd: root }))
      throw new AutodevError('invalid_input', `the branch ${branch} is there already${where}`, {
        hint: `autodev auto resume ${feature}, or another name with --feature`,
      });
  }
}

/** With `--worktree` a run begins from main, else from where the person stands. */
export async function mainBranch(git: Git, { root, head }: Project): Promise<string> {
  const main = await git.run(['rev-parse', '-q', '--verify', 'refs/heads/main'], { cwd: root, ok: [1] });
  return main.code === 0 ? main.stdout.toString('utf8').trim() : head;
}

export interface PlaceAt {
  home: string;
  feature: string;
  base: string;
  resumed: boolean;
  /** The process before this one did not come to its end: what it left in the files is not the person's. */
  crashed: boolean;
}

/** The person's own folder. */
export async function hereAt(git: Git, project: Project, at: PlaceAt): Promise<Place> {
  const { root } = project;
  const branch = branchOf(at.feature);
  if (project.branch === null)
    throw new AutodevError('invalid_input', 'HEAD is detached', {
      hint: 'git switch a branch, or use --worktree',
    });
  const clean = project.branch !== branch || !at.crashed;
  if (at.resumed && clean) await refuseDirty(git, project);
  if (project.branch !== branch)
    await git.run(['checkout', '-q', ...(await onto(git, project, at))], { cwd: root });
  // Named with the project: another one may have a feature of the same name.
  const folder = join(at.home, 'wt', `${at.feature}-${sha256(root).slice(0, 6)}`);
  const close = async () => {
    if (project.branch === branch || !(await isUnused(git, project, at))) return;
    await git.run(['checkout', '-q', project.branch ?? ''], { cwd: root });
    await dropUnused(git, project, at);
  };
  return { cwd: root, branch, folder, made: new Set(), clean, close };
}

/** Nothing was committed to it: it ended before its first phase. */
async function isUnused(git: Git, { root }: Project, { feature, base }: PlaceAt): Promise<boolean> {
  const at = await git.run(['rev-parse', '-q', '--verify', `refs/heads/${branchOf(feature)}`], {
    cwd: root,
    ok: [1],
  });
  return at.code === 0 && at.stdout.toString('utf8').trim() === base;
}

/** The name is free for the next attempt, and nothing is left of this one. */
async function dropUnused(git: Git, project: Project, at: PlaceAt): Promise<void> {
  if (await isUnused(git, project, at))
    await git.run(['branch', '-q', '-D', branchOf(at.feature)], { cwd: project.root });
}

/** The branch to check out: the run's own, as another machine pushed it, or a new one. */
async function onto(git: Git, { root }: Project, { feature, resumed, base }: PlaceAt): Promise<string[]> {
  const branch = branchOf(feature);
  const is = (ref: string) => git.succeeds(['rev-parse', '-q', '--verify', ref], { cwd: root });
  if (await is(`refs/heads/${branch}`)) return [branch];
  const remote = `refs/remotes/origin/${branch}`;
  return ['-b', branch, ...(resumed && (await is(remote)) ? ['--no-track', remote] : [base])];
}

/** A worktree of its own: `{home}/wt/{feature}`. */
export async function worktreeAt(git: Git, project: Project, at: PlaceAt): Promise<Place> {
  const { root, gitDir } = project;
  const folder = await worktreeFolder(at, project);
  const left = await exists(join(folder, '.git'));
  if (!left) {
    await makeFolder(join(folder, '..'), 0o700);
    await removeWorktree(git, gitDir, folder);
    const [first = '', ...rest] = await onto(git, project, at);
    const add = first === '-b' ? ['-b', rest[0] ?? '', folder, ...rest.slice(1)] : [folder, first];
    await git.run(['worktree', 'add', '-q', ...add.filter((word) => word !== '--no-track')], { cwd: root });
  }
  const made = await linkClaude(root, folder);
  return {
    cwd: folder,
    branch: branchOf(at.feature),
    folder,
    made,
    clean: !left,
    close: async () => {
      await removeWorktree(git, gitDir, folder);
      await dropUnused(git, project, at);
    },
  };
}

/** Taken by another project: then with this project's own mark. */
async function worktreeFolder({ home, feature }: PlaceAt, { root, gitDir }: Project): Promise<string> {
  const plain = join(home, 'wt', feature);
  if ((await kindOf(join(plain, '.git'))) === undefined) return plain;
  try {
    ownFolder(gitDir, plain);
    return plain;
  } catch (error) {
    if (!isAutodevError(error, 'refused')) throw error;
    return `${plain}-${sha256(root).slice(0, 6)}`;
  }
}

/** `.claude` of the project, where git brings none. */
async function linkClaude(root: string, folder: string): Promise<ReadonlySet<string>> {
  const target = join(root, '.claude');
  const place = join(folder, '.claude');
  if (linkInside(rootOf(folder), '.claude') !== fromShown(target)) {
    if ((await kindOf(place)) !== undefined || !isFolder(target)) return new Set();
    await makeLink(target, place);
  }
  return new Set(['.claude']);
}
