import type { Site } from '../site.ts';
import type { EventRow } from '../tables/events.ts';
import type { IssueRow } from '../tables/issues.ts';
import { repositoryById, type Repository } from '../tables/repositories.ts';
import { userById, userByLogin } from '../tables/users.ts';
import { nodeId } from './node-id.ts';
import { minimalRepositoryJson, repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

/** People are kept by login in an event's data and shown whole. */
const PEOPLE = ['assignee', 'assigner', 'review_requester', 'requested_reviewer'];
/** Issues are kept by id. */
const ISSUES = ['blocked_by', 'blocking', 'sub_issue', 'parent_issue'];

/** An issue as others name it; null when it is gone or in another, private repository. */
function referenceJson(site: Site, from: Repository, id: number): Record<string, unknown> | null {
  const issue = site.db.get<IssueRow>('SELECT * FROM issues WHERE id = ?', id);
  const repo = issue === undefined ? undefined : repositoryById(site.db, issue.repo_id);
  if (issue === undefined || repo === undefined || (repo.id !== from.id && repo.private === 1)) return null;
  const { number, title, state, state_reason } = issue;
  return {
    number,
    title,
    state,
    state_reason,
    repository: minimalRepositoryJson(site, repo),
    issue_type: null,
  };
}

export function eventJson(site: Site, repo: Repository, row: EventRow): Record<string, unknown> {
  const data = JSON.parse(row.data) as Record<string, unknown>;
  for (const key of PEOPLE) {
    const user = typeof data[key] === 'string' ? userByLogin(site.db, data[key]) : undefined;
    if (user !== undefined) data[key] = userJson(site, user);
  }
  for (const key of ISSUES)
    if (typeof data[key] === 'number') data[key] = referenceJson(site, repo, data[key]);
  return {
    id: row.id,
    node_id: nodeId('IssueEvent', row.id),
    url: `${repositoryUrl(site, repo)}/issues/events/${row.id}`,
    actor: userJson(site, userById(site.db, row.actor_id)),
    event: row.event,
    commit_id: row.commit_sha,
    commit_url: row.commit_sha === null ? null : `${repositoryUrl(site, repo)}/commits/${row.commit_sha}`,
    created_at: row.created_at,
    performed_via_github_app: null,
    ...data,
  };
}
