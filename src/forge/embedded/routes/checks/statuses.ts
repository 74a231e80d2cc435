import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { resolveCommit } from '../../git/refs.ts';
import { simpleStatusJson, statusJson } from '../../json/check.ts';
import { minimalRepositoryJson, repositoryUrl } from '../../json/repository.ts';
import { pageOf, sendList } from '../../http/page.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import { latestStatuses, statusesOf, type StatusRow } from '../../tables/checks.ts';
import type { Repository } from '../../tables/repositories.ts';

const schema = z.object({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  target_url: z.string().nullish(),
  description: z.string().max(140).nullish(),
  context: z.string().min(1).max(255).default('default'),
});

export async function commitOf(c: Call, site: Site, repo: Repository): Promise<string> {
  const sha = await resolveCommit(site, repo, c.req.param('ref') ?? '');
  if (sha === undefined) throw new Problem(422, `No commit found for SHA: ${c.req.param('ref') ?? ''}`);
  return sha;
}

export function statusRoutes(api: Api, site: Site): void {
  api.post('/repos/:owner/:repo/statuses/:sha', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const body = await readBody(c, 'Status', schema);
    const sha = c.req.param('sha');
    if (!/^[0-9a-f]{40}$/.test(sha) || (await resolveCommit(site, repo, sha)) === undefined) {
      throw new Problem(422, `No commit found for SHA: ${sha}`);
    }
    const { lastId } = site.db.run(
      `INSERT INTO statuses (repo_id, sha, context, state, description, target_url, creator_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      repo.id,
      sha,
      body.context,
      body.state,
      body.description ?? null,
      body.target_url ?? null,
      c.get('viewer').id,
      nowOf(site),
    );
    const row = site.db.get<StatusRow>('SELECT * FROM statuses WHERE id = ?', lastId) as StatusRow;
    const { state, context, description, target_url } = row;
    site.announce({
      repo,
      event: 'status',
      action: null,
      sender: c.get('viewer'),
      payload: () => ({
        id: row.id,
        sha,
        state,
        context,
        description,
        target_url,
        name: `${repo.owner}/${repo.name}`,
        branches: [],
      }),
    });
    return c.json(statusJson(site, repo, row), 201);
  });

  api.get('/repos/:owner/:repo/commits/:ref{.+}/statuses', async (c) => {
    const repo = repositoryOf(c, site);
    return sendList(c, site, statusesOf(site.db, repo.id, await commitOf(c, site, repo)), (row) =>
      statusJson(site, repo, row),
    );
  });

  /** Commit statuses only: check-runs are not part of it, and none at all reads as "pending". */
  api.get('/repos/:owner/:repo/commits/:ref{.+}/status', async (c) => {
    const repo = repositoryOf(c, site);
    const sha = await commitOf(c, site, repo).catch(() => {
      throw notFound();
    });
    const latest = latestStatuses(site.db, repo.id, sha);
    const page = pageOf(c);
    const bad = latest.some((row) => row.state === 'failure' || row.state === 'error');
    const open = latest.length === 0 || latest.some((row) => row.state === 'pending');
    return c.json({
      state: bad ? 'failure' : open ? 'pending' : 'success',
      statuses: latest
        .slice(page.offset, page.offset + page.size)
        .map((row) => simpleStatusJson(site, repo, row)),
      sha,
      total_count: latest.length,
      repository: minimalRepositoryJson(site, repo),
      commit_url: `${repositoryUrl(site, repo)}/commits/${sha}`,
      url: `${repositoryUrl(site, repo)}/commits/${sha}/status`,
    });
  });
}
