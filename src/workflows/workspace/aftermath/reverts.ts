import type { Git, GitOptions } from '../../../host/git/git.ts';
import { mergedCommits } from './merged-commits.ts';

/** Which pull requests of a branch were taken back, and not brought back again since. */
export interface Reverts {
  isReverted(pull: { number: number; mergeSha: string }): Promise<boolean>;
}

const COMMIT = /\bThis reverts commit ([0-9a-f]{7,64})/g;
const PULL = /^Reverts ([\w.-]+\/[\w.-]+)?#(\d+)\s*$/gm;

/** From what the messages of a branch say, in one walk. What names another repository is about that one. */
export async function readReverts(
  git: Git,
  at: GitOptions,
  { tip, repo }: { tip: string; repo: string },
): Promise<Reverts> {
  const { commits, pulls } = messagesIn(
    await git.text(
      // prettier-ignore
      ['log', '-E', '--grep=This reverts commit [0-9a-f]', '--grep=^Reverts .*#[0-9]', '--format=%H%n%B%x1e', tip, '--'],
      at,
    ),
    repo,
  );
  // Newer commits take back older ones only: this ends.
  const stands = (by: string): boolean => !isCommitReverted(by);
  const isCommitReverted = (sha: string): boolean =>
    commits.some(([reverted, by]) => sha.startsWith(reverted) && by !== sha && stands(by));
  // Where the commits that were taken back came into the branch.
  const touched = new Set<string>();
  for (const [sha, by] of commits) if (stands(by)) touched.add(await broughtBy(git, at, sha, tip));
  return {
    isReverted: async ({ number, mergeSha }) => {
      if (isCommitReverted(mergeSha)) return true;
      if (pulls.some(([each, by]) => each === number && stands(by))) return true;
      if (!touched.has(mergeSha)) return false;
      const change = await mergedCommits(git, at, mergeSha, undefined);
      const own = [...(change?.commits ?? [])].filter((sha) => sha !== mergeSha);
      return own.length > 0 && own.every(isCommitReverted);
    },
  };
}

function messagesIn(
  log: string,
  repo: string,
): { commits: [sha: string, by: string][]; pulls: [number, string][] } {
  const commits: [string, string][] = [];
  const pulls: [number, string][] = [];
  for (const entry of log.split('\x1e')) {
    const [by = '', ...rest] = entry.trim().split('\n');
    const message = rest.join('\n');
    for (const [, sha = ''] of message.matchAll(COMMIT)) commits.push([sha, by]);
    for (const [, named = repo, number] of message.matchAll(PULL))
      if (named.toLowerCase() === repo.toLowerCase()) pulls.push([Number(number), by]);
  }
  return { commits, pulls };
}

/** The commit of the branch itself by which another came in: a merge, or that one. */
async function broughtBy(git: Git, at: GitOptions, sha: string, tip: string): Promise<string> {
  const path = await git.run(['rev-list', '--first-parent', '--ancestry-path', `${sha}..${tip}`, '--'], {
    ...at,
    ok: [128],
  });
  const last = path.code === 0 ? path.stdout.toString('utf8').trim().split('\n').at(-1) : undefined;
  return last ?? '';
}
