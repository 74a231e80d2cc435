import type { PullShas, PullState } from '../pulls/pull-state.ts';
import type { Site } from '../site.ts';
import { countComments } from '../tables/comments.ts';
import { peopleOn } from '../tables/people.ts';
import type { PullRow } from '../tables/pulls.ts';
import { repositoryById, type Repository } from '../tables/repositories.ts';
import { reviewCommentsOf } from '../tables/review-comments.ts';
import { userById, type User } from '../tables/users.ts';
import { commonJson, issuePage } from './issue.ts';
import { nodeId } from './node-id.ts';
import { repositoryJson, repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

/** A pull request as lists and webhooks show it. */
export function pullSimpleJson(
  site: Site,
  repo: Repository,
  pull: PullRow,
  shas: PullShas,
  viewer: User,
): Record<string, unknown> {
  const api = repositoryUrl(site, repo);
  const url = `${api}/pulls/${pull.number}`;
  const issueUrl = `${api}/issues/${pull.number}`;
  const page = issuePage(site, repo, pull);
  const statuses = `${api}/statuses/${shas.head}`;
  const headRepo = pull.head_repo_id === null ? undefined : repositoryById(site.db, pull.head_repo_id);
  const side = (of: Repository | undefined, ref: string, sha: string) => ({
    label: `${of?.owner ?? 'unknown'}:${ref}`,
    ref,
    sha,
    user: of === undefined ? null : userJson(site, userById(site.db, of.owner_id)),
    repo: of === undefined ? null : repositoryJson(site, of, viewer),
  });
  return {
    url,
    node_id: nodeId('PullRequest', pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issueUrl,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    ...commonJson(site, repo, pull),
    draft: pull.draft === 1,
    merged_at: pull.merged_at,
    merge_commit_sha: shas.merged,
    requested_reviewers: peopleOn(site.db, 'requested_reviewers', pull.id).map((user) =>
      userJson(site, user),
    ),
    requested_teams: [],
    head: side(headRepo, pull.head_ref, shas.head),
    base: side(repo, pull.base_ref, shas.base),
    auto_merge: null,
    _links: {
      self: { href: url },
      html: { href: page },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
  };
}

/** A pull request as its own endpoint shows it. */
export function pullJson(
  site: Site,
  repo: Repository,
  pull: PullRow,
  shas: PullShas,
  state: PullState,
  viewer: User,
): Record<string, unknown> {
  return {
    ...pullSimpleJson(site, repo, pull, shas, viewer),
    merged: pull.merged_at !== null,
    mergeable: state.mergeable,
    rebaseable: state.mergeable,
    mergeable_state: state.mergeableState,
    merged_by: pull.merged_by === null ? null : userJson(site, userById(site.db, pull.merged_by)),
    comments: countComments(site.db, pull.id),
    review_comments: reviewCommentsOf(site.db, pull.id, viewer.id).length,
    maintainer_can_modify: pull.maintainer_can_modify === 1,
    commits: state.commits,
    additions: state.additions,
    deletions: state.deletions,
    changed_files: state.changedFiles,
  };
}
