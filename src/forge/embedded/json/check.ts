import type { Site } from '../site.ts';
import type { CheckRunRow, StatusRow } from '../tables/checks.ts';
import type { Repository } from '../tables/repositories.ts';
import { userById, type User } from '../tables/users.ts';
import { nodeId } from './node-id.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

export function simpleStatusJson(site: Site, repo: Repository, row: StatusRow): Record<string, unknown> {
  return {
    url: `${repositoryUrl(site, repo)}/statuses/${row.sha}`,
    avatar_url: `${site.url}/assets/avatar.svg`,
    id: row.id,
    node_id: nodeId('StatusContext', row.id),
    state: row.state,
    description: row.description,
    target_url: row.target_url,
    context: row.context,
    created_at: row.created_at,
    updated_at: row.created_at,
  };
}

export function statusJson(site: Site, repo: Repository, row: StatusRow): Record<string, unknown> {
  return { ...simpleStatusJson(site, repo, row), creator: userJson(site, userById(site.db, row.creator_id)) };
}

function appJson(site: Site, app: User): Record<string, unknown> {
  const slug = app.login.replace(/\[bot\]$/, '');
  return {
    id: app.id,
    slug,
    node_id: nodeId('App', app.id),
    owner: userJson(site, app),
    name: slug,
    description: null,
    external_url: `${site.url}/`,
    html_url: `${site.url}/`,
    created_at: app.created_at,
    updated_at: app.created_at,
    permissions: {
      checks: 'write',
      contents: 'write',
      metadata: 'read',
      pull_requests: 'write',
      statuses: 'write',
    },
    events: [],
  };
}

export function checkRunJson(site: Site, repo: Repository, row: CheckRunRow): Record<string, unknown> {
  const url = `${repositoryUrl(site, repo)}/check-runs/${row.id}`;
  const output = JSON.parse(row.output) as {
    title?: string;
    summary?: string;
    text?: string;
    annotations?: unknown[];
  };
  return {
    id: row.id,
    name: row.name,
    node_id: nodeId('CheckRun', row.id),
    head_sha: row.sha,
    external_id: row.external_id ?? '',
    url,
    html_url: `${repositoryPage(site, repo)}/commit/${row.sha}`,
    details_url: row.details_url ?? `${repositoryPage(site, repo)}/commit/${row.sha}`,
    status: row.status,
    conclusion: row.conclusion,
    started_at: row.started_at,
    completed_at: row.completed_at,
    output: {
      title: output.title ?? null,
      summary: output.summary ?? null,
      text: output.text ?? null,
      annotations_count: output.annotations?.length ?? 0,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: row.suite_id },
    app: appJson(site, userById(site.db, row.app_id)),
    pull_requests: [],
  };
}
