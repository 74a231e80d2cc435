import { atLeast } from '../../../work/issue.ts';
import type { Site } from '../site.ts';
import { fullName, permissionOf, repositoryById, type Repository } from '../tables/repositories.ts';
import { userById, type User } from '../tables/users.ts';
import { nodeId } from './node-id.ts';
import { userJson } from './user.ts';

export function repositoryUrl(site: { url: string }, repo: Repository): string {
  return `${site.url}/repos/${fullName(repo)}`;
}

export function repositoryPage(site: { url: string }, repo: Repository): string {
  return `${site.url}/${fullName(repo)}`;
}

export function cloneUrl(site: { url: string }, repo: Repository): string {
  return `${site.url}/${fullName(repo)}.git`;
}

/** A repository as lists, pull requests and webhooks show it. */
export function repositoryJson(site: Site, repo: Repository, viewer: User): Record<string, unknown> {
  const have = permissionOf(site.db, repo, viewer);
  return {
    ...minimalRepositoryJson(site, repo),
    ...counts(site, repo),
    private: repo.private === 1,
    visibility: repo.private === 1 ? 'private' : 'public',
    homepage: null,
    language: null,
    license: null,
    mirror_url: null,
    archived: repo.archived === 1,
    disabled: false,
    default_branch: repo.default_branch,
    size: 0,
    has_issues: repo.has_issues === 1,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    allow_forking: true,
    created_at: repo.created_at,
    updated_at: repo.updated_at,
    pushed_at: repo.pushed_at,
    clone_url: cloneUrl(site, repo),
    git_url: cloneUrl(site, repo),
    ssh_url: cloneUrl(site, repo),
    svn_url: repositoryPage(site, repo),
    permissions: {
      admin: atLeast(have, 'admin'),
      maintain: atLeast(have, 'maintain'),
      push: atLeast(have, 'write'),
      triage: atLeast(have, 'triage'),
      pull: atLeast(have, 'read'),
    },
  };
}

/** A repository as its own endpoint shows it. */
export function fullRepositoryJson(site: Site, repo: Repository, viewer: User): Record<string, unknown> {
  const parent = repo.parent_id === null ? undefined : repositoryById(site.db, repo.parent_id);
  return {
    ...repositoryJson(site, repo, viewer),
    allow_merge_commit: repo.allow_merge === 1,
    allow_squash_merge: repo.allow_squash === 1,
    allow_rebase_merge: repo.allow_rebase === 1,
    allow_auto_merge: false,
    allow_update_branch: true,
    delete_branch_on_merge: repo.delete_branch_on_merge === 1,
    network_count: 0,
    subscribers_count: 0,
    ...(parent === undefined
      ? {}
      : { parent: repositoryJson(site, parent, viewer), source: repositoryJson(site, parent, viewer) }),
  };
}

export function minimalRepositoryJson(site: Site, repo: Repository): Record<string, unknown> {
  return {
    id: repo.id,
    node_id: nodeId('Repository', repo.id),
    name: repo.name,
    full_name: fullName(repo),
    private: repo.private === 1,
    owner: userJson(site, userById(site.db, repo.owner_id)),
    html_url: repositoryPage(site, repo),
    description: repo.description,
    fork: repo.parent_id !== null,
    ...urls(repositoryUrl(site, repo)),
  };
}

function counts(site: Site, repo: Repository): Record<string, number> {
  const open =
    site.db.get<{ n: number }>(
      `SELECT count(*) AS n FROM issues WHERE repo_id = ? AND state = 'open'`,
      repo.id,
    )?.n ?? 0;
  const forks =
    site.db.get<{ n: number }>('SELECT count(*) AS n FROM repositories WHERE parent_id = ?', repo.id)?.n ?? 0;
  return {
    open_issues: open,
    open_issues_count: open,
    forks,
    forks_count: forks,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
  };
}

const PLAIN = [
  'contributors',
  'deployments',
  'downloads',
  'events',
  'forks',
  'hooks',
  'languages',
  'merges',
  'stargazers',
  'subscribers',
  'subscription',
  'tags',
  'teams',
];
const TEMPLATES: Record<string, string> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  statuses_url: '/statuses/{sha}',
  trees_url: '/git/trees{/sha}',
};

function urls(base: string): Record<string, string> {
  return {
    url: base,
    ...Object.fromEntries(PLAIN.map((name) => [`${name}_url`, `${base}/${name}`])),
    ...Object.fromEntries(Object.entries(TEMPLATES).map(([name, tail]) => [name, `${base}${tail}`])),
  };
}
