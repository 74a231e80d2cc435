import type { Commit } from '../git/commits.ts';
import type { FileDiff } from '../git/diff.ts';
import type { Site } from '../site.ts';
import type { Repository } from '../tables/repositories.ts';
import { userByMail } from '../tables/users.ts';
import { nodeId } from './node-id.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

const UNVERIFIED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

export function gitCommitJson(site: Site, repo: Repository, commit: Commit): Record<string, unknown> {
  const api = repositoryUrl(site, repo);
  const page = repositoryPage(site, repo);
  return {
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    url: `${api}/git/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/git/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    verification: UNVERIFIED,
  };
}

export function commitJson(site: Site, repo: Repository, commit: Commit): Record<string, unknown> {
  const api = repositoryUrl(site, repo);
  const page = repositoryPage(site, repo);
  const known = (mail: string) => {
    const user = userByMail(site.db, mail);
    return user === undefined ? null : userJson(site, user);
  };
  return {
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: UNVERIFIED,
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: known(commit.author.email),
    committer: known(commit.committer.email),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  };
}

export function fileJson(
  site: Site,
  repo: Repository,
  head: string,
  file: FileDiff,
): Record<string, unknown> {
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${repositoryPage(site, repo)}/blob/${head}/${path}`,
    raw_url: `${repositoryPage(site, repo)}/raw/${head}/${path}`,
    contents_url: `${repositoryUrl(site, repo)}/contents/${path}?ref=${head}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}
