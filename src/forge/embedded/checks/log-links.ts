import { hmacSha256, sameDigest } from '../../../host/hash.ts';
import { Problem } from '../http/problem.ts';
import type { Site } from '../site.ts';
import type { Api } from '../http/access.ts';
import { logOf } from '../tables/job-logs.ts';

const LIFE = 60_000;

function sign(site: Site, id: number, until: number): string {
  return hmacSha256(site.linkKey, `${id} ${until}`);
}

/** As on GitHub: a place without login, for whoever has the link, for a minute. */
export function logLink(site: Site, id: number): string {
  const until = site.host.clock.now() + LIFE;
  return `${site.url}/_logs/${id}?until=${until}&sig=${sign(site, id, until)}`;
}

/** Before everything that asks who it is. */
export function logLinkRoutes(api: Api, site: Site): void {
  api.get('/_logs/:id{[0-9]+}', (c) => {
    const id = Number(c.req.param('id'));
    const until = Number(c.req.query('until'));
    const given = c.req.query('sig') ?? '';
    const fits = /^[0-9a-f]{64}$/.test(given) && sameDigest(given, sign(site, id, until));
    const text = fits && until > site.host.clock.now() ? logOf(site.db, id) : undefined;
    if (text === undefined) throw new Problem(403, 'The link is not valid any more');
    return c.text(text);
  });
}
