import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { resolveCommit } from '../../git/refs.ts';
import { annotationJson, checkRunJson } from '../../json/check.ts';
import { pageOf, sendList, sendPage } from '../../http/page.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { createRunSchema, tellRun, timesOf, updateRunSchema } from '../../checks/reporting.ts';
import { nowOf, type Site } from '../../site.ts';
import { addAnnotations, annotationsOf } from '../../tables/annotations.ts';
import {
  checkRunInRepo,
  checkRunsOf,
  insertCheckRun,
  latestCheckRuns,
  updateCheckRun,
  type CheckRunRow,
} from '../../tables/checks.ts';
import { noteReported, rerequestSuite, suiteOf } from '../../tables/check-suites.ts';
import type { Repository } from '../../tables/repositories.ts';
import { commitOf } from './statuses.ts';

const ONE = '/repos/:owner/:repo/check-runs/:id{[0-9]+}';

/** GitHub lets only apps write check-runs, each its own; people's tokens set commit statuses. */
export function mustBeApp(c: Call, appId = c.get('viewer').id): void {
  const viewer = c.get('viewer');
  if (viewer.type !== 'Bot') throw new Problem(403, 'You must authenticate via a GitHub App.');
  if (viewer.id !== appId)
    throw new Problem(
      403,
      'Invalid app_id - check run can only be modified by the GitHub App that created it.',
    );
}

export function checkRunOf(c: Call, site: Site, repo: Repository): CheckRunRow {
  const run = checkRunInRepo(site.db, repo.id, Number(c.req.param('id')));
  if (run === undefined) throw notFound();
  return run;
}

/** A page of runs, chosen by `check_name` and `status`. */
export async function sendRuns(
  c: Call,
  site: Site,
  repo: Repository,
  all: readonly CheckRunRow[],
): Promise<Response> {
  const runs = all.filter(
    (run) =>
      (c.req.query('check_name') ?? run.name) === run.name &&
      (c.req.query('status') ?? run.status) === run.status,
  );
  const page = pageOf(c);
  const shown = runs.slice(page.offset, page.offset + page.size).map((run) => checkRunJson(site, repo, run));
  return sendPage(c, site, page, runs.length, {
    total_count: runs.length,
    check_runs: await Promise.all(shown),
  });
}

export function checkRunRoutes(api: Api, site: Site): void {
  api.post('/repos/:owner/:repo/check-runs', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    mustBeApp(c);
    const body = await readBody(c, 'CheckRun', createRunSchema);
    if ((await resolveCommit(site, repo, body.head_sha)) !== body.head_sha) {
      throw new Problem(422, `No commit found for SHA: ${body.head_sha}`);
    }
    const viewer = c.get('viewer');
    const status = body.conclusion === undefined ? (body.status ?? 'queued') : 'completed';
    const { annotations = [], ...output } = body.output ?? {};
    const run = site.db.transaction(() => {
      const suite = suiteOf(site.db, repo.id, body.head_sha, viewer.id, nowOf(site));
      noteReported(site.db, suite.id, nowOf(site));
      const made = insertCheckRun(site.db, {
        repo_id: repo.id,
        suite_id: suite.id,
        sha: body.head_sha,
        name: body.name,
        status,
        conclusion: body.conclusion ?? null,
        ...timesOf(site, status === 'completed', body),
        details_url: body.details_url ?? null,
        external_id: body.external_id ?? null,
        output: JSON.stringify(output),
        app_id: viewer.id,
        attempt: suite.attempt,
      });
      addAnnotations(site.db, made.id, annotations);
      return made;
    });
    tellRun(site, repo, run.id, status === 'completed' ? 'completed' : 'created', viewer);
    return c.json(await checkRunJson(site, repo, run), 201);
  });

  api.get(ONE, async (c) => {
    const repo = repositoryOf(c, site);
    return c.json(await checkRunJson(site, repo, checkRunOf(c, site, repo)));
  });

  api.patch(ONE, async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const run = checkRunOf(c, site, repo);
    mustBeApp(c, run.app_id);
    const body = await readBody(c, 'CheckRun', updateRunSchema);
    const status = body.conclusion === undefined ? (body.status ?? run.status) : 'completed';
    const done = status === 'completed';
    const { annotations = [], ...output } = body.output ?? {};
    site.db.transaction(() => {
      updateCheckRun(site.db, {
        ...run,
        name: body.name ?? run.name,
        status,
        conclusion: done ? (body.conclusion ?? run.conclusion) : null,
        ...timesOf(site, done, body, run),
        details_url: body.details_url ?? run.details_url,
        external_id: body.external_id ?? run.external_id,
        output:
          body.output === undefined
            ? run.output
            : JSON.stringify({ ...(JSON.parse(run.output) as object), ...output }),
      });
      addAnnotations(site.db, run.id, annotations);
      noteReported(site.db, run.suite_id, nowOf(site));
    });
    tellRun(site, repo, run.id, done ? 'completed' : 'created', c.get('viewer'));
    return c.json(await checkRunJson(site, repo, checkRunOf(c, site, repo)));
  });

  api.get(`${ONE}/annotations`, (c) => {
    const repo = repositoryOf(c, site);
    const run = checkRunOf(c, site, repo);
    return sendList(c, site, annotationsOf(site.db, run.id), (entry) =>
      annotationJson(site, repo, run, entry),
    );
  });

  /** The run itself stays as it is: its app hears `rerequested` and reports anew. */
  api.post(`${ONE}/rerequest`, (c) => {
    const repo = repositoryOf(c, site, 'write');
    const run = checkRunOf(c, site, repo);
    if (run.status !== 'completed') throw new Problem(422, 'This check run is not rerequestable');
    rerequestSuite(site.db, run.suite_id, nowOf(site));
    tellRun(site, repo, run.id, 'rerequested', c.get('viewer'));
    return c.json({}, 201);
  });

  api.get('/repos/:owner/:repo/commits/:ref{.+}/check-runs', async (c) => {
    const repo = repositoryOf(c, site);
    const sha = await commitOf(c, site, repo);
    const read = c.req.query('filter') === 'all' ? checkRunsOf : latestCheckRuns;
    return sendRuns(c, site, repo, read(site.db, repo.id, sha));
  });
}
