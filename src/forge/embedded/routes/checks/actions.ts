import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readPlain } from '../../http/body.ts';
import { jobJson, workflowRunJson } from '../../json/workflow.ts';
import { logLink } from '../../checks/log-links.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { ACTIONS, isJob, rerunJobs } from '../../checks/rerunning.ts';
import type { Site } from '../../site.ts';
import { checkRunInRepo, checkRunsInSuite, type CheckRunRow } from '../../tables/checks.ts';
import {
  newestRuns,
  suiteInRepo,
  suitesOfApp,
  suiteState,
  type CheckSuiteRow,
} from '../../tables/check-suites.ts';
import { logOf, writeLog } from '../../tables/job-logs.ts';
import type { Repository } from '../../tables/repositories.ts';
import { mustBeApp } from './check-runs.ts';

const RUN = '/repos/:owner/:repo/actions/runs/:id{[0-9]+}';
const JOB = '/repos/:owner/:repo/actions/jobs/:id{[0-9]+}';

/** What GitHub Actions shows of its runs. Nothing is executed here: a runner elsewhere reports as `github-actions[bot]`. */
export function actionsRoutes(api: Api, site: Site): void {
  const runOf = (c: Call, repo: Repository): CheckSuiteRow => {
    const suite = suiteInRepo(site.db, repo.id, Number(c.req.param('id')));
    if (suite === undefined || !isJob(site, suite.app_id)) throw notFound();
    return suite;
  };
  const jobOf = (c: Call, repo: Repository): CheckRunRow => {
    const job = checkRunInRepo(site.db, repo.id, Number(c.req.param('id')));
    if (job === undefined || !isJob(site, job.app_id)) throw notFound();
    return job;
  };
  const rerun = (c: Call, repo: Repository, suiteId: number, jobs: readonly CheckRunRow[]) => {
    const suite = suiteInRepo(site.db, repo.id, suiteId);
    if (suite === undefined || suiteState(site.db, suite).status !== 'completed')
      throw new Problem(403, 'The workflow run containing this job is already running');
    if (jobs.length === 0) throw new Problem(403, 'This workflow run has no failed jobs');
    rerunJobs(site, repo, suite, jobs, c.get('viewer'));
    return c.json({}, 201);
  };

  api.get('/repos/:owner/:repo/actions/runs', async (c) => {
    const repo = repositoryOf(c, site);
    const sha = c.req.query('head_sha');
    const status = c.req.query('status');
    const runs = suitesOfApp(site.db, repo.id, ACTIONS).filter((suite) => {
      const state = suiteState(site.db, suite);
      return (
        (sha === undefined || suite.sha === sha) &&
        (status === undefined || status === state.status || status === state.conclusion)
      );
    });
    const page = pageOf(c);
    const shown = runs.slice(page.offset, page.offset + page.size);
    return sendPage(c, site, page, runs.length, {
      total_count: runs.length,
      workflow_runs: await Promise.all(shown.map((suite) => workflowRunJson(site, repo, suite))),
    });
  });

  api.get(RUN, async (c) => {
    const repo = repositoryOf(c, site);
    return c.json(await workflowRunJson(site, repo, runOf(c, repo)));
  });

  api.get(`${RUN}/jobs`, async (c) => {
    const repo = repositoryOf(c, site);
    const all = checkRunsInSuite(site.db, runOf(c, repo).id);
    const jobs = c.req.query('filter') === 'all' ? all : newestRuns(all);
    const page = pageOf(c);
    const shown = jobs.slice(page.offset, page.offset + page.size);
    return sendPage(c, site, page, jobs.length, {
      total_count: jobs.length,
      jobs: await Promise.all(shown.map((job) => jobJson(site, repo, job))),
    });
  });

  api.post(`${RUN}/rerun-failed-jobs`, (c) => {
    const repo = repositoryOf(c, site, 'write');
    const suite = runOf(c, repo);
    const failed = newestRuns(checkRunsInSuite(site.db, suite.id)).filter(
      (job) => !['success', 'neutral', 'skipped'].includes(job.conclusion ?? ''),
    );
    return rerun(c, repo, suite.id, failed);
  });

  api.get(JOB, async (c) => {
    const repo = repositoryOf(c, site);
    return c.json(await jobJson(site, repo, jobOf(c, repo)));
  });

  api.post(`${JOB}/rerun`, (c) => {
    const repo = repositoryOf(c, site, 'write');
    const job = jobOf(c, repo);
    return rerun(c, repo, job.suite_id, [job]);
  });

  api.get(`${JOB}/logs`, (c) => {
    const repo = repositoryOf(c, site);
    const job = jobOf(c, repo);
    if (logOf(site.db, job.id) === undefined) throw notFound();
    return c.redirect(logLink(site, job.id), 302);
  });

  /** Ours alone: how a runner hands in the log of a job. */
  api.put(`${JOB}/logs`, async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const job = jobOf(c, repo);
    mustBeApp(c, job.app_id);
    writeLog(site.db, job.id, await readPlain(c.req.raw));
    return c.body(null, 204);
  });
}
