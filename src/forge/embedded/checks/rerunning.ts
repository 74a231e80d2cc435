import { jobJson } from '../json/workflow.ts';
import { tellRun } from './reporting.ts';
import { nowOf, type Site } from '../site.ts';
import { insertCheckRun, type CheckRunRow } from '../tables/checks.ts';
import type { CheckSuiteRow } from '../tables/check-suites.ts';
import type { Repository } from '../tables/repositories.ts';
import { userById, type User } from '../tables/users.ts';

/** The app whose check-runs are jobs of workflows. */
export const ACTIONS = 'github-actions';

export function isJob(site: Site, appId: number): boolean {
  return userById(site.db, appId).login === `${ACTIONS}[bot]`;
}

/** A new attempt: each job gets a new, queued check-run of the same name, and its runner hears of it. */
export function rerunJobs(
  site: Site,
  repo: Repository,
  suite: CheckSuiteRow,
  jobs: readonly CheckRunRow[],
  actor: User,
): void {
  const attempt = suite.attempt + 1;
  const made = site.db.transaction(() => {
    site.db.run(
      'UPDATE check_suites SET attempt = ?, rerequested = 0, updated_at = ? WHERE id = ?',
      attempt,
      nowOf(site),
      suite.id,
    );
    return jobs.map((job) =>
      insertCheckRun(site.db, {
        ...job,
        status: 'queued',
        conclusion: null,
        started_at: nowOf(site),
        completed_at: null,
        output: '{}',
        attempt,
      }),
    );
  });
  for (const job of made) {
    tellRun(site, repo, job.id, 'created', actor);
    const payload = async () => ({ workflow_job: await jobJson(site, repo, job) });
    site.announce({ repo, event: 'workflow_job', action: 'queued', sender: actor, payload });
  }
}
