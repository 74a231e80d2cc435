import { basename, dirname, join } from 'node:path';
import { exists, kindOf, makeFolder, makeLink } from '../../host/fs/files.ts';
import { removeStubborn } from '../../host/fs/temporary.ts';
import type { Git } from '../../host/git/git.ts';
import { AutodevError } from '../../work/errors.ts';
import { mergeCommits } from './merge-commits.ts';
import { openOwnTree, type OwnTree } from './own-tree/own-tree.ts';
import { ownFolder } from './own-tree/own-folder.ts';
import { stampsOf } from './own-tree/tracked.ts';
import { changedFiles, wholeDiff } from './whole-diff.ts';

/** The files of a project that a run works on, on a branch of its own. */
export interface ProjectTree {
  readonly cwd: string;
  /** Difference to where the run began, what is not committed included. */
  diff(): Promise<string>;
  changed(): Promise<string[]>;
  commit(message: string): Promise<string>;
  /** Runs commands on these files, in the folder they are given; what they write there is no part of them. */
  unchanged<T>(work: (cwd: string) => Promise<T>): Promise<T>;
  /** Takes back what was changed at these paths since a commit. */
  takeBack(paths: readonly string[], to: string): Promise<void>;
  /** Absent: all work is done here. */
  readonly parts?: ProjectParts | undefined;
}

/** Worktrees beside a tree, for parts of the work that are done at the same time. */
export interface ProjectParts {
  /** The worktree of this part, on a branch of its own, from the last commit of the part or else of the whole. */
  open(name: string): Promise<ProjectTree>;
  /** Brings the work of one in; paths in conflict, none when it went well. */
  bringIn(part: ProjectTree, message: string): Promise<string[]>;
}

export interface ProjectAt {
  gitDir: string;
  cwd: string;
  /** The commit that differences are counted from. */
  base: string;
  branch: string;
  made: ReadonlySet<string>;
  /** Where the worktrees of parts lie: its name, a hyphen and theirs. */
  folder: string;
  /** Around everything that moves refs: what the lead does itself is no session's doing. */
  ours: <T>(work: () => Promise<T>) => Promise<T>;
  signal?: AbortSignal | undefined;
}

export interface OpenProject {
  tree: ProjectTree;
  /** What is not committed goes into a commit on a ref of its own, and the files are those of the branch again. */
  settle(aside: string): Promise<string | undefined>;
  /** Removes the worktrees of parts and their branches. */
  removeParts(): Promise<void>;
}

/**
 * `clean`: git says that the files are those of the branch, and no session was here since. Otherwise every file is
 * compared by its bytes.
 */
export async function openProject(
  git: Git,
  at: ProjectAt,
  { clean }: { clean: boolean },
): Promise<OpenProject> {
  const { gitDir, cwd, branch, folder, ours } = at;
  const files = await ownTree(git, at, { cwd, branch, clean });
  const opened = new Map<string, { files: OwnTree; tree: ProjectTree }>();
  const partsOf: ProjectParts = {
    open: async (name) => {
      const known = opened.get(name);
      if (known !== undefined) return known.tree;
      const part = await openPart(git, at, name, files.head);
      const made = { files: part, tree: treeOf(git, at, `${folder}-${name}`, part) };
      opened.set(name, made);
      return made.tree;
    },
    bringIn: async (part, message) => {
      const other = [...opened.values()].find(({ tree }) => tree === part);
      if (other === undefined) throw new AutodevError('failed', 'not a part of this run');
      return ours(async () => {
        const theirs = await other.files.commit(message);
        const merged = await mergeCommits(git, gitDir, { ours: files.head, theirs, message });
        if (merged.conflicts.length === 0) await files.moveTo(merged.commit);
        return merged.conflicts;
      });
    },
  };
  return {
    tree: { ...treeOf(git, at, cwd, files), parts: partsOf },
    settle: (aside) =>
      ours(async () => {
        const kept = await settle(git, gitDir, files, aside);
        await files.forget();
        return kept;
      }),
    removeParts: async () => {
      for (const [name, part] of opened) {
        await removePart(git, at, name);
        await part.files.forget();
      }
      opened.clear();
    },
  };
}

async function ownTree(
  git: Git,
  { gitDir, made, signal }: ProjectAt,
  { cwd, branch, clean }: { cwd: string; branch: string; clean: boolean },
): Promise<OwnTree> {
  const head = await git.text(['rev-parse', '--verify', `refs/heads/${branch}^{commit}`], { gitDir });
  const stamps = clean ? await stampsOf(git, gitDir, cwd, head) : undefined;
  return openOwnTree(git, { cwd, gitDir, own: ownFolder(gitDir, cwd), branch, head, stamps, made, signal });
}

function treeOf(git: Git, { gitDir, base, ours }: ProjectAt, cwd: string, files: OwnTree): ProjectTree {
  // In git's own folder there are no attributes of a session that could hide a difference.
  const place = { gitDir, cwd: gitDir };
  const look = () => ours(() => files.look());
  return {
    cwd,
    diff: async () => wholeDiff(git, place, { from: base, to: await look() }),
    changed: async () => changedFiles(git, place, { from: base, to: await look() }),
    commit: (message) => ours(() => files.commit(message)),
    unchanged: async (work) => {
      const before = await look();
      const done = await work(cwd);
      await ours(() => files.show(before));
      return done;
    },
    takeBack: (paths, to) => ours(() => files.show(to, paths)),
  };
}

/** A worktree of a run that is there was left by a process that died: its branch has all that was finished. */
async function openPart(git: Git, at: ProjectAt, name: string, head: string): Promise<OwnTree> {
  const { gitDir, folder, ours } = at;
  const cwd = `${folder}-${name}`;
  const branch = `${at.branch}-${name}`;
  await makeFolder(dirname(folder), 0o700);
  await ours(async () => {
    await removeWorktree(git, gitDir, cwd);
    const known = await git.succeeds(['rev-parse', '-q', '--verify', `refs/heads/${branch}`], { gitDir });
    const onto = known ? [cwd, branch] : ['-b', branch, cwd, head];
    await git.run(['worktree', 'add', '-q', '--force', ...onto], { gitDir });
  });
  await linkMade(at, cwd);
  return ownTree(git, at, { cwd, branch, clean: true });
}

export async function removePart(
  git: Git,
  { gitDir, folder, branch, ours }: Pick<ProjectAt, 'gitDir' | 'folder' | 'branch' | 'ours'>,
  name: string,
): Promise<void> {
  await ours(async () => {
    await removeWorktree(git, gitDir, `${folder}-${name}`);
    await git.succeeds(['branch', '-q', '-D', `${branch}-${name}`], { gitDir });
  });
}

/** Not by git: it would look at what a session left there. */
export async function removeWorktree(git: Git, gitDir: string, path: string): Promise<void> {
  await removeStubborn(path);
  await git.succeeds(['worktree', 'prune'], { gitDir });
}

/** What we put into the whole is put into its parts too. */
async function linkMade({ made, cwd }: ProjectAt, part: string): Promise<void> {
  for (const path of made)
    if ((await kindOf(join(cwd, path))) === 'link' && !(await exists(join(part, path))))
      await makeLink(join(cwd, path), join(part, basename(path)));
}

async function settle(git: Git, gitDir: string, files: OwnTree, aside: string): Promise<string | undefined> {
  const now = await files.look();
  if (await files.isHead(now)) return undefined;
  await git.run(['update-ref', aside, now], { gitDir });
  await files.show(files.head);
  return aside;
}
