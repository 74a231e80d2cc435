import type { Site } from '../site.ts';
import { countComments, type CommentRow } from '../tables/comments.ts';
import { blockedBy, blockersOf } from '../tables/dependencies.ts';
import { issueById, type IssueRow } from '../tables/issues.ts';
import { labelsOn } from '../tables/labels.ts';
import { peopleOn } from '../tables/people.ts';
import { pullOfIssue } from '../tables/pulls.ts';
import { associationOf, repositoryById, type Repository } from '../tables/repositories.ts';
import { parentOf, subIssuesOf } from '../tables/sub-issues.ts';
import { userById } from '../tables/users.ts';
import { labelJson } from './label.ts';
import { nodeId } from './node-id.ts';
import { rollupJson } from './reaction.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

/** What issues and pull requests show alike. */
export function commonJson(site: Site, repo: Repository, row: IssueRow): Record<string, unknown> {
  const author = userById(site.db, row.author_id);
  const assignees = peopleOn(site.db, 'assignees', row.id).map((user) => userJson(site, user));
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    body: row.body,
    state: row.state,
    locked: false,
    active_lock_reason: null,
    user: userJson(site, author),
    author_association: associationOf(site.db, repo, author),
    labels: labelsOn(site.db, row.id).map((label) => labelJson(site, repo, label)),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    closed_at: row.closed_at,
  };
}

export function issuePage(site: Site, repo: Repository, row: { number: number; is_pull: number }): string {
  return `${repositoryPage(site, repo)}/${row.is_pull === 1 ? 'pull' : 'issues'}/${row.number}`;
}

/** An issue, or a pull request as the issue endpoints show it. */
export function issueJson(site: Site, repo: Repository, row: IssueRow): Record<string, unknown> {
  const url = `${repositoryUrl(site, repo)}/issues/${row.number}`;
  const page = issuePage(site, repo, row);
  return {
    url,
    repository_url: repositoryUrl(site, repo),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: page,
    node_id: nodeId('Issue', row.id),
    ...commonJson(site, repo, row),
    comments: countComments(site.db, row.id),
    closed_by: row.closed_by === null ? null : userJson(site, userById(site.db, row.closed_by)),
    state_reason: row.state_reason,
    performed_via_github_app: null,
    reactions: rollupJson(site, url, 'issue', row.id),
    ...(row.is_pull === 1 ? pullPart(site, repo, row) : relationsJson(site, row)),
  };
}

/** What it waits for and what it is part of, counted. `total_…` counts closed ones too. */
function relationsJson(site: Site, row: IssueRow): Record<string, unknown> {
  const blockers = blockersOf(site.db, row.id);
  const waiting = blockedBy(site.db, row.id);
  const parts = subIssuesOf(site.db, row.id);
  const open = (rows: readonly IssueRow[]) => rows.filter((other) => other.state === 'open').length;
  const completed = parts.length - open(parts);
  const parent = parentOf(site.db, row.id);
  const home = parent === undefined ? undefined : repositoryById(site.db, parent.repo_id);
  return {
    sub_issues_summary: {
      total: parts.length,
      completed,
      percent_completed: parts.length === 0 ? 0 : Math.floor((completed / parts.length) * 100),
    },
    issue_dependencies_summary: {
      blocked_by: open(blockers),
      blocking: open(waiting),
      total_blocked_by: blockers.length,
      total_blocking: waiting.length,
    },
    ...(parent === undefined || home === undefined
      ? {}
      : { parent_issue_url: `${repositoryUrl(site, home)}/issues/${parent.number}` }),
  };
}

function pullPart(site: Site, repo: Repository, row: IssueRow): Record<string, unknown> {
  const page = issuePage(site, repo, row);
  const { draft, merged_at } = pullOfIssue(site.db, row.id);
  return {
    draft: draft === 1,
    pull_request: {
      url: `${repositoryUrl(site, repo)}/pulls/${row.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at,
    },
  };
}

export function commentJson(site: Site, repo: Repository, comment: CommentRow): Record<string, unknown> {
  const issue = issueById(site.db, comment.issue_id);
  const author = userById(site.db, comment.author_id);
  const url = `${repositoryUrl(site, repo)}/issues/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    url,
    html_url: `${issuePage(site, repo, issue)}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(site, repo)}/issues/${issue.number}`,
    user: userJson(site, author),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    author_association: associationOf(site.db, repo, author),
    body: comment.body,
    reactions: rollupJson(site, url, 'comment', comment.id),
    performed_via_github_app: null,
  };
}
