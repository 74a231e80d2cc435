import type { Git, GitOptions } from '../../../host/git/git.ts';

/** How a pull request came into its base. */
export interface MergedCommits {
  method: 'merge' | 'squash' | 'rebase';
  /** The base right before it. */
  before: string;
  /** The commit that brought the last of it. */
  after: string;
  commits: ReadonlySet<string>;
}

/** Undefined: the clone does not have that commit. `head`: the last commit of the pull request itself, where it is known. */
export async function mergedCommits(
  git: Git,
  at: GitOptions,
  mergeSha: string,
  head: string | undefined,
): Promise<MergedCommits | undefined> {
  const found = await git.run(['rev-list', '--parents', '-n', '1', mergeSha, '--'], { ...at, ok: [128] });
  const [after, before, second] = found.stdout.toString('utf8').trim().split(' ');
  if (found.code !== 0 || !after || before === undefined) return undefined;
  if (second !== undefined) {
    const commits = await git.text(['rev-list', after, `^${before}`], at);
    return { method: 'merge', before, after, commits: new Set(commits.split('\n')) };
  }
  const replayed = head === undefined ? 1 : await replayedCommits(git, at, after, head);
  if (replayed <= 1) return { method: 'squash', before, after, commits: new Set([after]) };
  const commits = await git.text(['rev-list', '-n', String(replayed), '--first-parent', after, '--'], at);
  const start = await git.text(['rev-parse', '--verify', `${after}~${replayed}`], at);
  return { method: 'rebase', before: start, after, commits: new Set(commits.split('\n')) };
}

/** A squashed commit changes what the whole pull request does; the last of a replayed row, what its own last one does. */
async function replayedCommits(git: Git, at: GitOptions, after: string, head: string): Promise<number> {
  const forked = await git.run(['merge-base', head, `${after}^`], { ...at, ok: [1, 128] });
  const base = forked.stdout.toString('utf8').trim();
  if (forked.code !== 0 || base === '') return 1;
  const count = Number(await git.text(['rev-list', '--count', '--no-merges', head, `^${base}`], at));
  if (count <= 1) return 1;
  const one = await patchId(git, at, `${after}^`, after);
  if (one === (await patchId(git, at, base, head))) return 1;
  return one === (await patchId(git, at, `${head}^`, head)) ? count : 1;
}

/** What a change does, whatever lines it stands on. */
async function patchId(git: Git, at: GitOptions, from: string, to: string): Promise<string> {
  const { stdout } = await git.run(
    ['diff-tree', '-p', '--no-ext-diff', '--no-textconv', '--no-color', from, to],
    at,
  );
  return (await git.text(['patch-id', '--stable'], { ...at, input: stdout })).split(' ')[0] ?? '';
}
