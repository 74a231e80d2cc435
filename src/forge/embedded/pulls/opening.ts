import { z } from 'zod';
import { allowed } from '../http/access.ts';
import { countCommits } from '../git/commits.ts';
import { fetchBranch, takeHead } from '../git/pull-head.ts';
import { branchRef, readRef, setRefs } from '../git/refs.ts';
import { bodySchema, titleSchema } from '../http/limits-of-text.ts';
import { invalid } from '../http/problem.ts';
import { nowOf, type Site } from '../site.ts';
import { insertIssue, issueNumbered, type IssueRow } from '../tables/issues.ts';
import { insertPull, openPullsFrom, type PullRow } from '../tables/pulls.ts';
import { forkOf, repositoryNamed, type Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';

export const openSchema = z.object({
  title: titleSchema.optional(),
  body: bodySchema.nullish(),
  head: z.string().min(1),
  head_repo: z.string().optional(),
  base: z.string().min(1),
  draft: z.boolean().default(false),
  maintainer_can_modify: z.boolean().default(true),
  /** Turns this issue into the pull request. */
  issue: z.int().optional(),
});
type Fields = z.infer<typeof openSchema>;

interface Head {
  repo: Repository;
  ref: string;
}

/** `branch`, or `owner:branch` for a fork of that owner. */
export function headOf(site: Site, repo: Repository, head: string, named?: string): Head | undefined {
  const colon = head.indexOf(':');
  const owner = colon === -1 ? repo.owner : head.slice(0, colon);
  const ref = head.slice(colon + 1);
  if (owner.toLowerCase() === repo.owner.toLowerCase()) return { repo, ref };
  const fork =
    named === undefined
      ? forkOf(site.db, repo, owner)
      : repositoryNamed(site.db, owner, named.split('/').at(-1) ?? '');
  return fork?.parent_id === repo.id ? { repo: fork, ref } : undefined;
}

/** Call it within the repository's turn. */
export async function openPull(site: Site, repo: Repository, author: User, fields: Fields): Promise<PullRow> {
  const from = headOf(site, repo, fields.head, fields.head_repo);
  if (from === undefined) throw invalid('PullRequest', 'head', 'invalid');
  // Whoever proposes a branch must be able to push to it.
  allowed(site, from.repo, author, 'write');
  const head = await readRef(site, from.repo, branchRef(from.ref));
  if (head === undefined) throw invalid('PullRequest', 'head', 'invalid');
  const base = await readRef(site, repo, branchRef(fields.base));
  if (base === undefined) throw invalid('PullRequest', 'base', 'invalid');
  const rivals = openPullsFrom(site.db, from.repo.id, from.ref);
  if (rivals.some((pull) => pull.repo_id === repo.id && pull.base_ref === fields.base)) {
    const words = `A pull request already exists for ${from.repo.owner}:${from.ref}.`;
    throw invalid('PullRequest', 'base', 'custom', words);
  }
  const issue = issueOf(site, repo, fields);
  if ((await commitsOf(site, repo, from, base, head)) === 0) {
    throw invalid('PullRequest', 'head', 'custom', `No commits between ${fields.base} and ${from.ref}`);
  }
  const pull = store(site, repo, author, fields, from, issue);
  // A crash right here leaves a pull request without a head; the next start gives it one.
  await takeHead(site, repo, pull.number, from.repo, from.ref, head);
  return pull;
}

function issueOf(site: Site, repo: Repository, fields: Fields): IssueRow | undefined {
  if (fields.issue === undefined) {
    if (fields.title === undefined) throw invalid('PullRequest', 'title', 'missing_field');
    return undefined;
  }
  const issue = issueNumbered(site.db, repo.id, fields.issue);
  if (issue === undefined || issue.is_pull === 1) throw invalid('PullRequest', 'issue', 'invalid');
  return issue;
}

/** How many commits the head has that the base has not. Those of a fork are brought here to be counted. */
async function commitsOf(
  site: Site,
  repo: Repository,
  from: Head,
  base: string,
  head: string,
): Promise<number> {
  if (from.repo.id === repo.id) return countCommits(site, repo, `${base}..${head}`);
  const visitor = `refs/forge/visitor/${site.host.random.hex(8)}`;
  await fetchBranch(site, repo, from.repo, from.ref, visitor);
  try {
    return await countCommits(site, repo, `${base}..${visitor}`);
  } finally {
    await setRefs(site, repo, { [visitor]: undefined });
  }
}

function store(
  site: Site,
  repo: Repository,
  author: User,
  fields: Fields,
  from: Head,
  old: IssueRow | undefined,
): PullRow {
  const at = nowOf(site);
  return site.db.transaction(() => {
    const words = { title: fields.title ?? '', body: fields.body ?? null };
    const issue = old ?? insertIssue(site.db, { repoId: repo.id, isPull: true, ...words, author, at });
    if (old !== undefined)
      site.db.run('UPDATE issues SET is_pull = 1, updated_at = ? WHERE id = ?', at, old.id);
    return insertPull(site.db, issue, {
      headRepoId: from.repo.id,
      headRef: from.ref,
      baseRef: fields.base,
      draft: fields.draft,
      maintainerCanModify: fields.maintainer_can_modify && from.repo.id !== repo.id,
    });
  });
}
