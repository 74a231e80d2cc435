import type { Git } from '../../host/git/git.ts';
import type { Host } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';
import type { PatchSize } from '../publish/patch-limits.ts';
import type { BaseClones } from './base-clones.ts';
import { patch, patchSize } from './differences.ts';
import { filesWithMarkers, mergeCommits, type Merged } from './merge-commits.ts';
import { MOST_SCANNED, published, type Published } from './published.ts';
import { changedFiles, wholeDiff, type Compared } from './whole-diff.ts';

/** What a repository's commits say, from the objects of its base clone; no worktree is looked at. */
export interface Commits {
  has(repo: string, commit: string): Promise<boolean>;
  isAncestor(repo: string, ancestor: string, of: string): Promise<boolean>;
  /** A file as it is in a commit; undefined when it is not there. */
  show(repo: string, commit: string, path: string): Promise<string | undefined>;
  /** The common ancestor that a pull request's changes are counted from. */
  mergeBase(repo: string, a: string, b: string): Promise<string>;
  merge(repo: string, merge: { ours: string; theirs: string; message: string }): Promise<Merged>;
  /** Those of the files that still carry a conflict marker line in a commit. */
  unresolved(repo: string, commit: string, paths: readonly string[]): Promise<string[]>;
  patch(
    repo: string,
    from: string,
    to: string,
    maxBytes: number,
  ): Promise<{ text: string; truncated: boolean }>;
  /** The change between two commits, to be checked by code: whole, or cut and said so. */
  wholeDiff(repo: string, between: Compared): Promise<string>;
  changedFiles(repo: string, between: Compared): Promise<string[]>;
  /** What the change between two commits amounts to. */
  patchSize(repo: string, from: string, to: string, maxBytes: number): Promise<PatchSize>;
  /** Everything that a push of this commit would show to others for the first time. */
  leaving(repo: string, commit: string): Promise<Published>;
}

const LARGEST_SHOWN = 256 * 1024;

export function openCommits(git: Git, { at, folder, gitDir }: BaseClones, secrets: Host['secrets']): Commits {
  return {
    has: (repo, commit) => git.succeeds(['cat-file', '-e', `${commit}^{commit}`], at(repo)),
    isAncestor: (repo, ancestor, of) => git.succeeds(['merge-base', '--is-ancestor', ancestor, of], at(repo)),
    show: async (repo, commit, path) => {
      const done = await git.run(['cat-file', 'blob', `${commit}:${path}`], {
        ...at(repo),
        ok: [128],
        maxOutputBytes: LARGEST_SHOWN,
      });
      // Half of a file may mean something else than all of it.
      if (done.truncated) throw new AutodevError('invalid_input', `${path} has over ${LARGEST_SHOWN} bytes`);
      return done.code === 0 ? done.stdout.toString('utf8') : undefined;
    },
    mergeBase: (repo, a, b) => git.text(['merge-base', a, b], at(repo)),
    merge: (repo, merge) => mergeCommits(git, gitDir(repo), merge),
    unresolved: (repo, commit, paths) => filesWithMarkers(git, gitDir(repo), commit, paths),
    patch: (repo, from, to, maxBytes) => patch(git, { clone: folder(repo, 'main'), from, to }, maxBytes),
    wholeDiff: (repo, between) => wholeDiff(git, at(repo), between),
    changedFiles: (repo, between) => changedFiles(git, at(repo), between),
    patchSize: (repo, from, to, maxBytes) =>
      patchSize({ git, secrets }, { clone: folder(repo, 'main'), from, to }, maxBytes),
    leaving: (repo, commit) =>
      published(git, folder(repo, 'main'), ['--not', '--remotes'], commit, MOST_SCANNED),
  };
}
