import type { Git } from '../../host/git/git.ts';
import { IDENTITY } from './identity.ts';

export interface Merged {
  /** The merge; with conflicts, files in it carry both sides and markers. */
  commit: string;
  /** The paths in conflict, none when it went well by itself. */
  conflicts: string[];
}

/** Merges two commits out of their objects alone: there is no worktree, so no driver or filter of one. */
export async function mergeCommits(
  git: Git,
  gitDir: string,
  merge: { ours: string; theirs: string; message: string },
): Promise<Merged> {
  const { ours, theirs, message } = merge;
  if (await git.succeeds(['merge-base', '--is-ancestor', theirs, ours], { gitDir }))
    return { commit: ours, conflicts: [] };
  const args = [
    'merge-tree',
    '--write-tree',
    '--allow-unrelated-histories',
    '-z',
    '--name-only',
    '--no-messages',
  ];
  const done = await git.run([...args, ours, theirs], { gitDir, ok: [1] });
  const [tree = '', ...conflicts] = done.stdout
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '');
  const commit = await git.text(['commit-tree', tree, '-p', ours, '-p', theirs], {
    gitDir,
    input: `${message}\n`,
    identity: IDENTITY,
  });
  return { commit, conflicts };
}

/** Those of the files that still carry both ends of a conflict in a commit. A line of `=` alone underlines a heading. */
export async function filesWithMarkers(
  git: Git,
  gitDir: string,
  commit: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const literal = paths.map((path) => `:(literal)${path}`);
  // `--all-match`: files with a line of each kind.
  const ends = ['--all-match', '-e', '^<{7} ', '--or', '-e', '^>{7} '];
  const done = await git.run(['grep', '-l', '-z', '-a', '-E', ...ends, commit, '--', ...literal], {
    gitDir,
    ok: [1],
  });
  return done.stdout
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.slice(commit.length + 1));
}
