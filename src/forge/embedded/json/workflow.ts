import type { Site } from '../site.ts';
import type { CheckRunRow } from '../tables/checks.ts';
import { suiteState, type CheckSuiteRow } from '../tables/check-suites.ts';
import type { Repository } from '../tables/repositories.ts';
import { userById } from '../tables/users.ts';
import { pullsAt } from './check.ts';
import { branchAt, headCommitJson } from './check-suite.ts';
import { nodeId } from './node-id.ts';
import { minimalRepositoryJson, repositoryPage, repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

/** The check suite of GitHub Actions as a workflow run: the two are one thing seen twice, with one number here. */
export async function workflowRunJson(
  site: Site,
  repo: Repository,
  suite: CheckSuiteRow,
): Promise<Record<string, unknown>> {
  const api = repositoryUrl(site, repo);
  const url = `${api}/actions/runs/${suite.id}`;
  const head = await headCommitJson(site, repo, suite.sha);
  const actor = userJson(site, userById(site.db, suite.app_id));
  return {
    id: suite.id,
    name: 'CI',
    node_id: nodeId('WorkflowRun', suite.id),
    check_suite_id: suite.id,
    check_suite_node_id: nodeId('CheckSuite', suite.id),
    head_branch: await branchAt(site, repo, suite.sha),
    head_sha: suite.sha,
    path: '.github/workflows/ci.yml',
    run_number: suite.id,
    run_attempt: suite.attempt,
    referenced_workflows: [],
    event: 'push',
    display_title: String(head['message']).split('\n')[0] ?? '',
    ...suiteState(site.db, suite),
    workflow_id: 1,
    url,
    html_url: `${repositoryPage(site, repo)}/commit/${suite.sha}`,
    pull_requests: await pullsAt(site, repo, suite.sha),
    created_at: suite.created_at,
    updated_at: suite.updated_at,
    actor,
    triggering_actor: actor,
    run_started_at: suite.created_at,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${api}/check-suites/${suite.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: null,
    workflow_url: `${api}/actions/workflows/1`,
    head_commit: head,
    repository: minimalRepositoryJson(site, repo),
    head_repository: minimalRepositoryJson(site, repo),
  };
}

/** A job's number is that of its check-run, as on GitHub. */
export async function jobJson(
  site: Site,
  repo: Repository,
  run: CheckRunRow,
): Promise<Record<string, unknown>> {
  const api = repositoryUrl(site, repo);
  const started = run.started_at ?? '1970-01-01T00:00:00Z';
  return {
    id: run.id,
    run_id: run.suite_id,
    run_url: `${api}/actions/runs/${run.suite_id}`,
    run_attempt: run.attempt,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.sha,
    url: `${api}/actions/jobs/${run.id}`,
    html_url: `${repositoryPage(site, repo)}/commit/${run.sha}`,
    status: run.status,
    conclusion: run.conclusion,
    created_at: started,
    started_at: started,
    completed_at: run.completed_at,
    name: run.name,
    steps: [],
    check_run_url: `${api}/check-runs/${run.id}`,
    labels: [],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
    workflow_name: 'CI',
    head_branch: await branchAt(site, repo, run.sha),
  };
}
