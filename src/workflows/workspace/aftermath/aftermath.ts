import type { Git, GitOptions } from '../../../host/git/git.ts';
import { mergedCommits, type MergedCommits } from './merged-commits.ts';
import { addedLines, survivingLines } from './surviving-lines.ts';

const DAY_MS = 24 * 3_600_000;

/** What became of a merged pull request in its base. Null: that time has not come. */
export interface Aftermath {
  method: MergedCommits['method'];
  commits: ReadonlySet<string>;
  mergedAt: number;
  linesAdded: number;
  survived7: number | null;
  survived30: number | null;
}

/** Undefined: the clone does not have it. */
export async function readAftermath(
  git: Git,
  at: GitOptions,
  merged: { sha: string; head: string | undefined },
  base: { tip: string; now: number },
): Promise<Aftermath | undefined> {
  const change = await mergedCommits(git, at, merged.sha, merged.head);
  if (change === undefined) return undefined;
  const mergedAt = Number(await git.text(['log', '-1', '--format=%ct', change.after, '--'], at)) * 1_000;
  const after = async (days: number): Promise<number | null> => {
    const then = mergedAt + days * DAY_MS;
    if (then > base.now) return null;
    const before = `--before=${Math.floor(then / 1_000)}`;
    const tip = await git.text(['rev-list', '-n', '1', '--first-parent', before, base.tip, '--'], at);
    const holds = tip !== '' && (await git.succeeds(['merge-base', '--is-ancestor', change.after, tip], at));
    return holds ? survivingLines(git, at, change, tip) : 0;
  };
  return {
    method: change.method,
    commits: change.commits,
    mergedAt,
    linesAdded: await addedLines(git, at, change),
    survived7: await after(7),
    survived30: await after(30),
  };
}
