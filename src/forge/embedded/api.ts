import { Hono } from 'hono';
import { sha256 } from '../../host/hash.ts';
import { breakConnection } from '../../host/net/connection.ts';
import { messageOf } from '../../work/errors.ts';
import { tokenIn, type Api } from './http/access.ts';
import { logLinkRoutes } from './checks/log-links.ts';
import { Problem } from './http/problem.ts';
import { accountRoutes } from './routes/account.ts';
import { actionsRoutes } from './routes/checks/actions.ts';
import { assigneeRoutes } from './routes/issues/assignees.ts';
import { branchRoutes } from './routes/repositories/branches.ts';
import { checkRunRoutes } from './routes/checks/check-runs.ts';
import { checkSuiteRoutes } from './routes/checks/check-suites.ts';
import { collaboratorRoutes } from './routes/repositories/collaborators.ts';
import { commentRoutes } from './routes/issues/comments.ts';
import { commitRoutes } from './routes/repositories/commits.ts';
import { contentRoutes } from './routes/repositories/contents.ts';
import { dependencyRoutes } from './routes/issues/dependencies.ts';
import { faultRoutes } from './routes/faults.ts';
import { hookRoutes } from './routes/repositories/hooks.ts';
import { issueRoutes } from './routes/issues/issues.ts';
import { labelRoutes } from './routes/issues/labels.ts';
import { mergeRoutes } from './routes/pulls/merge.ts';
import { pullPartRoutes } from './routes/pulls/pull-parts.ts';
import { pullRoutes } from './routes/pulls/pulls.ts';
import { reactionRoutes } from './routes/issues/reactions.ts';
import { refRoutes } from './routes/repositories/refs.ts';
import { repositoryRoutes } from './routes/repositories/repositories.ts';
import { reviewCommentRoutes } from './routes/pulls/review-comments.ts';
import { reviewerRoutes } from './routes/pulls/reviewers.ts';
import { reviewRoutes } from './routes/pulls/reviews.ts';
import { searchRoutes } from './routes/issues/search.ts';
import { statusRoutes } from './routes/checks/statuses.ts';
import { subIssueRoutes } from './routes/issues/sub-issues.ts';
import { timelineRoutes } from './routes/issues/timeline.ts';
import type { Site } from './site.ts';
import { userByLogin } from './tables/users.ts';

/** Order matters where one path is the beginning of another: `commits/:ref/status` before `commits/:ref`. */
const ROUTES = [
  accountRoutes,
  repositoryRoutes,
  issueRoutes,
  commentRoutes,
  labelRoutes,
  assigneeRoutes,
  timelineRoutes,
  reactionRoutes,
  dependencyRoutes,
  subIssueRoutes,
  pullRoutes,
  pullPartRoutes,
  mergeRoutes,
  reviewerRoutes,
  reviewRoutes,
  reviewCommentRoutes,
  statusRoutes,
  checkRunRoutes,
  checkSuiteRoutes,
  actionsRoutes,
  commitRoutes,
  branchRoutes,
  refRoutes,
  contentRoutes,
  collaboratorRoutes,
  hookRoutes,
  searchRoutes,
  faultRoutes,
];

/** GitHub's REST API over one site. */
export function buildApi(site: Site): Api {
  const api: Api = new Hono();

  api.use(async (c, next) => {
    const fault = site.faults.strike(c.req.method, c.req.path, ['status', 'slow', 'cut', 'lost']);
    if (fault?.kind === 'slow') await site.host.clock.sleep(fault.delayMs, site.stopping);
    if (fault?.kind === 'status') throw new Problem(fault.status, fault.message, undefined, fault.headers);
    await next();
    if (fault?.kind === 'lost') c.res = breakConnection(c.env);
    if (fault?.kind === 'cut')
      c.res = breakConnection(c.env, { status: c.res.status, body: await c.res.text() });
    return undefined;
  });

  logLinkRoutes(api, site);

  api.use(async (c, next) => {
    c.header('date', new Date(site.host.clock.now()).toUTCString());
    c.header('x-github-request-id', site.host.random.hex(8));
    c.header('x-github-media-type', 'github.v3; format=json');
    const token = tokenIn(c.req.header('authorization'));
    const login = token === undefined ? undefined : site.tokens(token);
    const viewer = login === undefined ? undefined : userByLogin(site.db, login);
    if (viewer === undefined)
      throw new Problem(401, token === undefined ? 'Requires authentication' : 'Bad credentials');
    c.set('viewer', viewer);
    const free = c.req.path === '/rate_limit' || c.req.path === '/faults';
    if (!free && site.limits.quota(viewer.login).remaining === 0) {
      setQuota(c, site, viewer.login);
      throw new Problem(403, `API rate limit exceeded for user ID ${viewer.id}.`);
    }
    await next();
    const unchanged = await answerUnchanged(c.req.raw, c.res);
    if (unchanged !== undefined) c.res = unchanged;
    if (!free && unchanged?.status !== 304) site.limits.count(viewer.login);
    setQuota(c, site, viewer.login);
    return undefined;
  });

  for (const routes of ROUTES) routes(api, site);

  api.notFound((c) => c.json(new Problem(404, 'Not Found'), 404));
  api.onError((error, c) => {
    const problem = error instanceof Problem ? error : new Problem(500, 'Server Error');
    if (!(error instanceof Problem)) {
      site.host.log.write('error', 'the embedded forge failed', {
        path: c.req.path,
        error: messageOf(error),
        stack: error.stack,
      });
    }
    return c.json(problem, problem.status as 500, problem.headers as Record<string, string>);
  });
  return api;
}

function setQuota(c: { header(name: string, value: string): void }, site: Site, login: string): void {
  for (const [name, value] of Object.entries(site.limits.quota(login)))
    c.header(`x-ratelimit-${name}`, String(value));
}

/** Gives a GET its ETag; a client that has it already gets 304 and nothing else. */
async function answerUnchanged(request: Request, response: Response): Promise<Response | undefined> {
  if (request.method !== 'GET' || response.status !== 200) return undefined;
  const body = await response.arrayBuffer();
  const digest = sha256(new Uint8Array(body), response.headers.get('link') ?? '');
  const etag = `W/"${digest.slice(0, 40)}"`;
  const headers = new Headers(response.headers);
  headers.set('etag', etag);
  headers.set('cache-control', 'private, max-age=60, s-maxage=60');
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((entry) => entry.trim().replace(/^W\//, ''));
  if (!known.includes(etag.replace(/^W\//, ''))) return new Response(body, { status: 200, headers });
  headers.delete('content-length');
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}
