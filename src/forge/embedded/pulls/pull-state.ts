import { countCommits } from '../git/commits.ts';
import { readDiff, type FileDiff } from '../git/diff.ts';
import { mergeTree } from '../git/merge.ts';
import { branchRef, mergeBase, pullBase, pullHead, pullMerged, readRefs, type Refs } from '../git/refs.ts';
import { memoized } from '../http/memo.ts';
import { mergeObstacle } from './obstacle.ts';
import type { Site } from '../site.ts';
import type { PullRow } from '../tables/pulls.ts';
import type { Repository } from '../tables/repositories.ts';

/** Where a pull request stands in git. */
export interface PullShas {
  head: string;
  base: string;
  merged: string | null;
}

export interface PullState {
  mergeable: boolean | null;
  mergeableState: string;
  commits: number;
  additions: number;
  deletions: number;
  changedFiles: number;
}

const NOTHING = '0'.repeat(40);

export async function pullRefs(site: Site, repo: Repository): Promise<Refs> {
  return readRefs(site, repo, 'refs/heads/', 'refs/pull/', 'refs/forge/pull/');
}

/** Where a pull request stands, from git alone. A closed one keeps the base it was closed with. */
export function shasOf(pull: PullRow, refs: Refs): PullShas {
  const live = refs.get(branchRef(pull.base_ref));
  const kept = refs.get(pullBase(pull.number));
  return {
    head: refs.get(pullHead(pull.number)) ?? NOTHING,
    base: (pull.state === 'open' ? (live ?? kept) : (kept ?? live)) ?? NOTHING,
    merged: refs.get(pullMerged(pull.number)) ?? null,
  };
}

export async function readShas(site: Site, repo: Repository, pull: PullRow): Promise<PullShas> {
  return shasOf(pull, await pullRefs(site, repo));
}

/** The commit from which the pull request's own changes count. */
export async function forkPoint(site: Site, repo: Repository, shas: PullShas): Promise<string | undefined> {
  return memoized(site, `fork:${repo.id}:${shas.base}:${shas.head}`, () =>
    mergeBase(site, repo, shas.base, shas.head),
  );
}

export async function pullFiles(site: Site, repo: Repository, shas: PullShas): Promise<FileDiff[]> {
  return memoized(site, `files:${repo.id}:${shas.base}:${shas.head}`, async () =>
    readDiff(site, repo, await forkPoint(site, repo, shas), shas.head),
  );
}

export async function isMergeable(site: Site, repo: Repository, shas: PullShas): Promise<boolean> {
  return memoized(
    site,
    `merge:${repo.id}:${shas.base}:${shas.head}`,
    async () => (await mergeTree(site, repo, shas.base, shas.head)) !== undefined,
  );
}

export async function pullState(
  site: Site,
  repo: Repository,
  pull: PullRow,
  shas: PullShas,
): Promise<PullState> {
  const files = await pullFiles(site, repo, shas);
  const commits = await memoized(site, `commits:${repo.id}:${shas.base}:${shas.head}`, () =>
    countCommits(site, repo, `${shas.base}..${shas.head}`),
  );
  const pending = site.faults.strike('GET', `/repos/${repo.owner}/${repo.name}/pulls/${pull.number}`, [
    'mergeable_null',
  ]);
  const mergeable =
    pull.state === 'closed' || pending !== undefined ? null : await isMergeable(site, repo, shas);
  return {
    mergeable,
    mergeableState: stateWord(site, repo, pull, shas, mergeable),
    commits,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: files.length,
  };
}

function stateWord(
  site: Site,
  repo: Repository,
  pull: PullRow,
  shas: PullShas,
  mergeable: boolean | null,
): string {
  if (mergeable === null) return 'unknown';
  if (!mergeable) return 'dirty';
  if (pull.draft === 1) return 'draft';
  return mergeObstacle(site, repo, pull, shas.head) === undefined ? 'clean' : 'blocked';
}
