import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Context } from 'hono';
import { readText } from '../../../host/fs/files.ts';
import { allowed, tokenIn } from '../http/access.ts';
import { diffText } from '../git/diff.ts';
import { notFound, Problem } from '../http/problem.ts';
import { forkPoint, readShas } from '../pulls/pull-state.ts';
import type { Site } from '../site.ts';
import { pullNumbered } from '../tables/pulls.ts';
import { repositoryNamed, type Repository } from '../tables/repositories.ts';
import { userByLogin, type User } from '../tables/users.ts';
import { sendHtml } from './page.ts';
import { commitPage, numberedPage, repositoriesPage, repositoryPage } from './pages.ts';

const COOKIE = 'autodev_forge';
const STYLE = fileURLToPath(new URL('../../../render/html/style.css', import.meta.url));
const AVATAR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#8b949e"/></svg>';

/** Pages to watch with. They only show: nothing can be changed with the cookie. */
export function buildWeb(site: Site): Hono {
  const app = new Hono();
  const viewerOf = (c: Context): User => {
    const token = tokenIn(c.req.header('authorization')) ?? getCookie(c, COOKIE);
    const login = token === undefined ? undefined : site.tokens(token);
    const user = login === undefined ? undefined : userByLogin(site.db, login);
    if (user === undefined) throw new Problem(401, 'Sign in with a token of this forge');
    return user;
  };
  const repoOf = (c: Context, viewer: User): Repository =>
    allowed(
      site,
      repositoryNamed(site.db, c.req.param('owner') ?? '', c.req.param('repo') ?? ''),
      viewer,
      'read',
    );

  app.get('/assets/style.css', async (c) =>
    c.body(await readText(STYLE), 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  app.get('/assets/avatar.svg', (c) => c.body(AVATAR, 200, { 'content-type': 'image/svg+xml' }));

  const signIn = (token: string | undefined): Response => {
    if (token === undefined || site.tokens(token) === undefined)
      throw new Problem(401, 'That is no token of this forge');
    const cookie = `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict`;
    return new Response(null, {
      status: 303,
      headers: { location: '/', 'set-cookie': cookie, 'referrer-policy': 'no-referrer' },
    });
  };
  app.get('/login', (c) => signIn(c.req.query('token')));
  app.post('/login', async (c) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== new URL(c.req.url).origin)
      throw new Problem(403, 'Not from this page');
    const { token } = await c.req.parseBody();
    return signIn(typeof token === 'string' ? token.trim() : undefined);
  });

  app.get('/', (c) => repositoriesPage(site, viewerOf(c)));
  app.get('/:owner/:repo', (c) => repositoryPage(site, repoOf(c, viewerOf(c))));
  app.get('/:owner/:repo/:kind{issues|pull}/:number{[0-9]+}', (c) => {
    const viewer = viewerOf(c);
    return numberedPage(site, repoOf(c, viewer), Number(c.req.param('number')), viewer);
  });
  app.get('/:owner/:repo/pull/:file{[0-9]+\\.(?:diff|patch)}', async (c) => {
    const repo = repoOf(c, viewerOf(c));
    const pull = pullNumbered(site.db, repo.id, Number.parseInt(c.req.param('file'), 10));
    if (pull === undefined) throw notFound();
    const shas = await readShas(site, repo, pull);
    const text = await diffText(site, repo, (await forkPoint(site, repo, shas)) ?? shas.base, shas.head);
    return c.text(text, 200, { 'x-content-type-options': 'nosniff' });
  });
  app.get('/:owner/:repo/commit/:sha', (c) => commitPage(site, repoOf(c, viewerOf(c)), c.req.param('sha')));

  app.notFound(() => problemPage(notFound()));
  app.onError((error) => problemPage(error instanceof Problem ? error : new Problem(500, 'Server Error')));
  return app;
}

function problemPage(problem: Problem): Promise<Response> {
  const form = html`<form method="post" action="/login">
    <input name="token" type="password" autocomplete="off" placeholder="token" aria-label="token" />
    <button>Sign in</button>
  </form>`;
  const body = html`<h1>${problem.status}</h1>
    <p>${problem.message}</p>
    ${problem.status === 401 ? form : html``}`;
  return sendHtml(problem.message, [], body, problem.status);
}
