import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../access.ts';
import { readBody } from '../body.ts';
import { resolveCommit } from '../git/refs.ts';
import { checkRunJson } from '../json/check.ts';
import { pageOf, sendPage } from '../page.ts';
import { notFound, Problem } from '../problem.ts';
import { nowOf, type Site } from '../site.ts';
import { checkRunInRepo, checkRunsOf, latestCheckRuns, suiteOf, type CheckRunRow } from '../tables/checks.ts';
import type { Repository } from '../tables/repositories.ts';
import { commitOf } from './statuses.ts';

const CONCLUSIONS = [
  'action_required',
  'cancelled',
  'failure',
  'neutral',
  'success',
  'skipped',
  'stale',
  'timed_out',
] as const;
const fields = {
  name: z.string().min(1),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending']).optional(),
  started_at: z.string().optional(),
  conclusion: z.enum(CONCLUSIONS).optional(),
  completed_at: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string().optional(),
      text: z.string().optional(),
      annotations: z.array(z.unknown()).optional(),
    })
    .optional(),
};
const createSchema = z.object({ ...fields, head_sha: z.string() });
const updateSchema = z.object({ ...fields, name: fields.name.optional() });

/** GitHub lets only apps write check-runs; people's tokens set commit statuses. */
function mustBeApp(c: Call): void {
  if (c.get('viewer').type !== 'Bot') throw new Problem(403, 'You must authenticate via a GitHub App.');
}

export function checkRunRoutes(api: Api, site: Site): void {
  const find = (c: Call, repo: Repository): CheckRunRow => {
    const run = checkRunInRepo(site.db, repo.id, Number(c.req.param('id')));
    if (run === undefined) throw notFound();
    return run;
  };

  api.post('/repos/:owner/:repo/check-runs', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    mustBeApp(c);
    const body = await readBody(c, 'CheckRun', createSchema);
    if ((await resolveCommit(site, repo, body.head_sha)) !== body.head_sha) {
      throw new Problem(422, `No commit found for SHA: ${body.head_sha}`);
    }
    const viewer = c.get('viewer');
    const status = body.conclusion === undefined ? (body.status ?? 'queued') : 'completed';
    const id = site.db.transaction(() => {
      const suite = suiteOf(site.db, repo.id, body.head_sha, viewer.id);
      return site.db.run(
        `INSERT INTO check_runs (repo_id, suite_id, sha, name, status, conclusion, started_at, completed_at, details_url, external_id, output, app_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        repo.id,
        suite,
        body.head_sha,
        body.name,
        status,
        body.conclusion ?? null,
        body.started_at ?? nowOf(site),
        status === 'completed' ? (body.completed_at ?? nowOf(site)) : null,
        body.details_url ?? null,
        body.external_id ?? null,
        JSON.stringify(body.output ?? {}),
        viewer.id,
      ).lastId;
    });
    tell(c, site, repo, id, 'created');
    return c.json(checkRunJson(site, repo, checkRunInRepo(site.db, repo.id, id) as CheckRunRow), 201);
  });

  api.get('/repos/:owner/:repo/check-runs/:id{[0-9]+}', (c) => {
    const repo = repositoryOf(c, site);
    return c.json(checkRunJson(site, repo, find(c, repo)));
  });

  api.patch('/repos/:owner/:repo/check-runs/:id{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    mustBeApp(c);
    const run = find(c, repo);
    const body = await readBody(c, 'CheckRun', updateSchema);
    const status = body.conclusion === undefined ? (body.status ?? run.status) : 'completed';
    const done = status === 'completed';
    site.db.run(
      `UPDATE check_runs SET name = ?, status = ?, conclusion = ?, started_at = ?, completed_at = ?, details_url = ?, external_id = ?, output = ? WHERE id = ?`,
      body.name ?? run.name,
      status,
      done ? (body.conclusion ?? run.conclusion) : null,
      body.started_at ?? run.started_at,
      done ? (body.completed_at ?? run.completed_at ?? nowOf(site)) : null,
      body.details_url ?? run.details_url,
      body.external_id ?? run.external_id,
      body.output === undefined ? run.output : JSON.stringify(body.output),
      run.id,
    );
    tell(c, site, repo, run.id, done ? 'completed' : 'created');
    return c.json(checkRunJson(site, repo, checkRunInRepo(site.db, repo.id, run.id) as CheckRunRow));
  });

  api.get('/repos/:owner/:repo/commits/:ref{.+}/check-runs', async (c) => {
    const repo = repositoryOf(c, site);
    const sha = await commitOf(c, site, repo);
    const all =
      c.req.query('filter') === 'all'
        ? checkRunsOf(site.db, repo.id, sha)
        : latestCheckRuns(site.db, repo.id, sha);
    const runs = all.filter(
      (run) =>
        (c.req.query('check_name') ?? run.name) === run.name &&
        (c.req.query('status') ?? run.status) === run.status,
    );
    const page = pageOf(c);
    const shown = runs
      .slice(page.offset, page.offset + page.size)
      .map((run) => checkRunJson(site, repo, run));
    return sendPage(c, site, page, runs.length, { total_count: runs.length, check_runs: shown });
  });
}

/** `check_run`, and `check_suite` once every run of the suite has ended. */
function tell(c: Call, site: Site, repo: Repository, id: number, action: string): void {
  const run = checkRunInRepo(site.db, repo.id, id) as CheckRunRow;
  const sender = c.get('viewer');
  const ended = run.status === 'completed' ? 'completed' : action;
  site.announce({
    repo,
    event: 'check_run',
    action: ended,
    sender,
    payload: () => ({ check_run: checkRunJson(site, repo, run) }),
  });
  const runs = latestCheckRuns(site.db, repo.id, run.sha).filter((other) => other.suite_id === run.suite_id);
  if (runs.some((other) => other.status !== 'completed')) return;
  const good = runs.every((other) => ['success', 'neutral', 'skipped'].includes(other.conclusion ?? ''));
  site.announce({
    repo,
    event: 'check_suite',
    action: 'completed',
    sender,
    payload: () => ({
      check_suite: {
        id: run.suite_id,
        head_sha: run.sha,
        status: 'completed',
        conclusion: good ? 'success' : 'failure',
        pull_requests: [],
        app: checkRunJson(site, repo, run)['app'],
      },
    }),
  });
}
