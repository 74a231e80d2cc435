import { Hono } from 'hono';
import { gitHttp } from '../../host/git/git-http.ts';
import { atLeast } from '../../work/issue.ts';
import { tokenIn } from './http/access.ts';
import { pushRequest } from './git/push-request.ts';
import { reflectPushes } from './pushes.ts';
import type { Site } from './site.ts';
import { protectionsOf } from './tables/protections.ts';
import { permissionOf, repositoryNamed, type Repository } from './tables/repositories.ts';
import { userByLogin, type User } from './tables/users.ts';

/** GitHub's own. */
const LARGEST_PUSH = '2g';
const SERVICES = ['git-upload-pack', 'git-receive-pack'];

/** Git's smart HTTP, and nothing else: no path of the client's ever reaches the file system. */
export function buildGitRoutes(site: Site): Hono {
  const app = new Hono();
  const serve = async (
    request: Request,
    owner: string,
    name: string,
    service: string,
    push: boolean,
  ): Promise<Response> => {
    const token = tokenIn(request.headers.get('authorization') ?? undefined);
    const login = token === undefined ? undefined : site.tokens(token);
    const user = login === undefined ? undefined : userByLogin(site.db, login);
    if (user === undefined) {
      return new Response('Authentication is required.\n', {
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="autodev forge"' },
      });
    }
    const repo = repositoryNamed(site.db, owner, name);
    const have = repo === undefined ? 'none' : permissionOf(site.db, repo, user);
    if (repo === undefined || !atLeast(have, 'read'))
      return new Response('Repository not found.\n', { status: 404 });
    if (push && (!atLeast(have, 'write') || repo.archived === 1)) {
      return new Response(`Permission to ${owner}/${name}.git denied to ${user.login}.\n`, { status: 403 });
    }
    const checked = push && service !== 'info/refs' ? await pushRequest(request) : request;
    if (checked === undefined) return new Response('This is not a push.\n', { status: 400 });
    const { response, settled } = await gitHttp(site.host, {
      request: checked,
      root: site.repositories,
      repository: `${repo.id}.git`,
      service,
      user: user.login,
      config: [
        ['core.hooksPath', site.gitHooks],
        ['http.receivepack', 'true'],
        // Also what a checkout elsewhere would trip over: `.git` and `..` in trees, evil .gitmodules.
        ['receive.fsckObjects', 'true'],
        ['receive.maxInputSize', LARGEST_PUSH],
        ['receive.autogc', 'false'],
        ['uploadpack.allowAnySHA1InWant', 'true'],
        ['uploadpack.allowFilter', 'true'],
        ['transfer.hideRefs', 'refs/forge'],
        ['receive.hideRefs', 'refs/pull'],
      ],
      env: { AUTODEV_FORGE_PROTECTED: rules(site, repo, user) },
      signal: site.stopping,
      after: () =>
        push && service !== 'info/refs'
          ? site.serial.run(repo.id, () => reflectPushes(site, repo, user))
          : Promise.resolve(),
    });
    site.track(settled);
    return response;
  };

  app.get('/:owner/:repo/info/refs', async (c) => {
    const service = c.req.query('service') ?? '';
    if (!SERVICES.includes(service)) return c.text('Only smart HTTP is served.\n', 403);
    return serve(
      c.req.raw,
      c.req.param('owner'),
      bare(c.req.param('repo')),
      'info/refs',
      service === 'git-receive-pack',
    );
  });
  for (const service of SERVICES) {
    app.post(`/:owner/:repo/${service}`, (c) =>
      serve(
        c.req.raw,
        c.req.param('owner'),
        bare(c.req.param('repo')),
        service,
        service === 'git-receive-pack',
      ),
    );
  }
  return app;
}

const bare = (name: string) => name.replace(/\.git$/, '');

/** What the update hook enforces for this user; administrators pass unless the rules are for them too. */
function rules(site: Site, repo: Repository, user: User): string {
  const admin = permissionOf(site.db, repo, user) === 'admin';
  return protectionsOf(site.db, repo.id)
    .filter(({ protection }) => !admin || protection.enforce_admins === true)
    .map(({ branch, protection }) => {
      const closed =
        protection.required_pull_request_reviews !== null || protection.required_status_checks !== null;
      const words = [
        ...(closed ? ['closed'] : []),
        ...(protection.allow_deletions ? [] : ['kept']),
        ...(protection.allow_force_pushes === true ? [] : ['forward']),
        ...(protection.required_linear_history ? ['linear'] : []),
      ];
      return `refs/heads/${branch} ${words.join(' ')}`;
    })
    .join('\n');
}
