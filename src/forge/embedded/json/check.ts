import { pullRefs, shasOf } from '../pulls/pull-state.ts';
import type { Site } from '../site.ts';
import { countAnnotations, type Annotation } from '../tables/annotations.ts';
import type { CheckRunRow, StatusRow } from '../tables/checks.ts';
import { openPullsOf } from '../tables/pulls.ts';
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

export function appJson(site: Site, app: User): Record<string, unknown> {
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

export async function checkRunJson(
  site: Site,
  repo: Repository,
  row: CheckRunRow,
): Promise<Record<string, unknown>> {
  const url = `${repositoryUrl(site, repo)}/check-runs/${row.id}`;
  const page = `${repositoryPage(site, repo)}/commit/${row.sha}`;
  const output = JSON.parse(row.output) as { title?: string; summary?: string; text?: string };
  return {
    id: row.id,
    name: row.name,
    node_id: nodeId('CheckRun', row.id),
    head_sha: row.sha,
    external_id: row.external_id ?? '',
    url,
    html_url: page,
    details_url: row.details_url ?? page,
    status: row.status,
    conclusion: row.conclusion,
    started_at: row.started_at,
    completed_at: row.completed_at,
    output: {
      title: output.title ?? null,
      summary: output.summary ?? null,
      text: output.text ?? null,
      annotations_count: countAnnotations(site.db, row.id),
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: row.suite_id },
    app: appJson(site, userById(site.db, row.app_id)),
    pull_requests: await pullsAt(site, repo, row.sha),
  };
}

/** Open pull requests of this repository whose head is the commit. */
export async function pullsAt(site: Site, repo: Repository, sha: string): Promise<Record<string, unknown>[]> {
  const refs = await pullRefs(site, repo);
  const here = { id: repo.id, url: repositoryUrl(site, repo), name: repo.name };
  return openPullsOf(site.db, repo.id)
    .map((pull) => ({ pull, shas: shasOf(pull, refs) }))
    .filter(({ pull, shas }) => shas.head === sha && pull.head_repo_id === repo.id)
    .map(({ pull, shas }) => ({
      id: pull.id,
      number: pull.number,
      url: `${repositoryUrl(site, repo)}/pulls/${pull.number}`,
      head: { ref: pull.head_ref, sha: shas.head, repo: here },
      base: { ref: pull.base_ref, sha: shas.base, repo: here },
    }));
}

export function annotationJson(
  site: Site,
  repo: Repository,
  row: CheckRunRow,
  annotation: Annotation,
): Record<string, unknown> {
  const path = annotation.path.split('/').map(encodeURIComponent).join('/');
  return {
    path: annotation.path,
    blob_href: `${repositoryPage(site, repo)}/blob/${row.sha}/${path}`,
    start_line: annotation.start_line,
    end_line: annotation.end_line,
    start_column: annotation.start_column ?? null,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.raw_details ?? null,
  };
}
