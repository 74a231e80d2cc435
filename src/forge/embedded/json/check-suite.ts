import { readCommits } from '../git/commits.ts';
import { readRefs } from '../git/refs.ts';
import type { Site } from '../site.ts';
import { checkRunsInSuite } from '../tables/checks.ts';
import { newestRuns, suiteState, type CheckSuiteRow } from '../tables/check-suites.ts';
import type { Repository } from '../tables/repositories.ts';
import { userById } from '../tables/users.ts';
import { appJson, pullsAt } from './check.ts';
import { nodeId } from './node-id.ts';
import { minimalRepositoryJson, repositoryUrl } from './repository.ts';

export async function suiteJson(
  site: Site,
  repo: Repository,
  suite: CheckSuiteRow,
): Promise<Record<string, unknown>> {
  const url = `${repositoryUrl(site, repo)}/check-suites/${suite.id}`;
  return {
    id: suite.id,
    node_id: nodeId('CheckSuite', suite.id),
    head_branch: await branchAt(site, repo, suite.sha),
    head_sha: suite.sha,
    ...suiteState(site.db, suite),
    url,
    before: null,
    after: suite.sha,
    pull_requests: await pullsAt(site, repo, suite.sha),
    app: appJson(site, userById(site.db, suite.app_id)),
    repository: minimalRepositoryJson(site, repo),
    created_at: suite.created_at,
    updated_at: suite.updated_at,
    head_commit: await headCommitJson(site, repo, suite.sha),
    latest_check_runs_count: newestRuns(checkRunsInSuite(site.db, suite.id)).length,
    check_runs_url: `${url}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true,
  };
}

export async function branchAt(site: Site, repo: Repository, sha: string): Promise<string | null> {
  const found = [...(await readRefs(site, repo, 'refs/heads/'))].find(([, at]) => at === sha);
  return found?.[0].slice('refs/heads/'.length) ?? null;
}

export async function headCommitJson(
  site: Site,
  repo: Repository,
  sha: string,
): Promise<Record<string, unknown>> {
  const [commit] = await readCommits(site, repo, sha, { limit: 1 });
  const person = (who: { name: string; email: string } | undefined) => ({
    name: who?.name ?? '',
    email: who?.email ?? '',
  });
  return {
    id: sha,
    tree_id: commit?.tree ?? '',
    message: commit?.message ?? '',
    timestamp: commit?.committer.date ?? '1970-01-01T00:00:00Z',
    author: person(commit?.author),
    committer: person(commit?.committer),
  };
}
