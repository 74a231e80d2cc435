import type { Context, Hono } from 'hono';
import { atLeast, type Permission } from '../../../work/issue.ts';
import { notFound, Problem } from './problem.ts';
import type { Site } from '../site.ts';
import { permissionOf, repositoryNamed, type Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';

export interface Variables {
  viewer: User;
}
export type Api = Hono<{ Variables: Variables }>;
export type Call = Context<{ Variables: Variables }>;

/** Who asks: a token as `Bearer`, as `token`, or as the password (or user name) of Basic, as git sends it. */
export function tokenIn(header: string | undefined): string | undefined {
  const [scheme, rest] = (header ?? '').split(/\s+/, 2);
  if (rest === undefined) return undefined;
  if (/^(bearer|token)$/i.test(scheme ?? '')) return rest;
  if (!/^basic$/i.test(scheme ?? '')) return undefined;
  const [user, ...password] = Buffer.from(rest, 'base64').toString('utf8').split(':');
  const secret = password.join(':');
  return secret === '' || secret === 'x-oauth-basic' ? user : secret;
}

/** The repository of the URL, if the asker may see it (else 404) and may do what is needed (else 403). */
export function repositoryOf(c: Call, site: Site, need: Permission = 'read'): Repository {
  const repo = repositoryNamed(
    site.db,
    c.req.param('owner') ?? '',
    (c.req.param('repo') ?? '').replace(/\.git$/, ''),
  );
  const found = allowed(site, repo, c.get('viewer'), need);
  // Only its owner can still change the repository itself: to bring it back.
  if (found.archived === 1 && c.req.method !== 'GET' && need !== 'admin')
    throw new Problem(403, 'Repository was archived so is read-only.');
  return found;
}

export function allowed(site: Site, repo: Repository | undefined, user: User, need: Permission): Repository {
  if (repo === undefined) throw notFound();
  const have = permissionOf(site.db, repo, user);
  if (!atLeast(have, 'read')) throw notFound();
  if (!atLeast(have, need)) {
    throw new Problem(
      403,
      need === 'admin'
        ? 'Must have admin rights to Repository.'
        : 'Must have write access to the repository.',
    );
  }
  return repo;
}
