import { readCommits, type Commit } from '../git/commits.ts';
import { branchRef, isAncestor } from '../git/refs.ts';
import { repositoryPage } from '../json/repository.ts';
import type { Site } from '../site.ts';
import type { Repository } from '../tables/repositories.ts';
import { mailOf, type User } from '../tables/users.ts';

/** One branch that moved, appeared or went. */
export interface Push {
  branch: string;
  before: string | undefined;
  after: string | undefined;
}

const NONE = '0'.repeat(40);

/** What a push webhook says of the commits; at most 20 of them, as on GitHub they are capped too. */
export async function pushPayload(
  site: Site,
  repo: Repository,
  push: Push,
  pusher: User,
): Promise<Record<string, unknown>> {
  const { before, after } = push;
  const range = after === undefined ? undefined : before === undefined ? after : `${before}..${after}`;
  const commits = range === undefined ? [] : await readCommits(site, repo, range, { limit: 20 });
  const shown = commits.reverse().map((commit) => commitPart(site, repo, commit));
  const forced =
    before !== undefined && after !== undefined && !(await isAncestor(site, repo, before, after));
  return {
    ref: branchRef(push.branch),
    before: before ?? NONE,
    after: after ?? NONE,
    created: before === undefined,
    deleted: after === undefined,
    forced,
    base_ref: null,
    compare: `${repositoryPage(site, repo)}/compare/${(before ?? NONE).slice(0, 12)}...${(after ?? NONE).slice(0, 12)}`,
    commits: shown,
    head_commit: shown.at(-1) ?? null,
    pusher: { name: pusher.login, email: mailOf(pusher) },
  };
}

function commitPart(site: Site, repo: Repository, commit: Commit): Record<string, unknown> {
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${repositoryPage(site, repo)}/commit/${commit.sha}`,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
    added: [],
    removed: [],
    modified: [],
  };
}
