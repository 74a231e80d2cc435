import type { Context, Hono } from 'hono';
import { sendAsset } from './assets.ts';
import type { Door } from './door.ts';
import { HEADERS } from './headers.ts';
import { refusalPage } from './pages/problem.ts';

/** What every request passes first: whom it is from, and whether they hold the token or the cookie made of it. */
export function entrance(app: Hono, door: Door): void {
  app.use(async (c, next) => {
    const refused = door.refuses(c.req.raw);
    if (refused === undefined) await next();
    else c.res = await refusalPage(refused);
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  });
  // Open to all: there is nothing of anybody in them, and the page that turns people away wears them too.
  app.get('/assets/:name', (c) => sendAsset(c.req.param('name')));
  app.use(async (c, next) => {
    const token = c.req.query('token');
    if (token !== undefined && door.isToken(token)) return signedIn(c, door);
    if (token === undefined && door.isKnown(c.req.raw)) return next();
    return refusalPage({ status: 401, why: 'this board opens with the address that was printed for it' });
  });
}

/** The token is exchanged for a cookie, and leaves the address bar. */
function signedIn(c: Context, { cookie }: Door): Response {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('token');
  const rest = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  return c.body(null, 303, { location: `${pathname}${rest}`, 'set-cookie': cookie });
}
