import { z } from 'zod';
import { repositoryOf, type Api, type Call } from '../../http/access.ts';
import { announcePull } from '../../pulls/announce-pull.ts';
import { mayChange } from '../../http/authority.ts';
import { readBody } from '../../http/body.ts';
import { closeUnmerged, reopenPull } from '../../pulls/closing-pulls.ts';
import { diffText } from '../../git/diff.ts';
import { branchRef, pullHead, readRef, type Refs } from '../../git/refs.ts';
import { pullJson, pullSimpleJson } from '../../json/pull.ts';
import { bodySchema, titleSchema } from '../../http/limits-of-text.ts';
import { headOf, openPull, openSchema } from '../../pulls/opening.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { forkPoint, pullRefs, pullState, readShas, shasOf } from '../../pulls/pull-state.ts';
import { changeBase } from '../../pulls/retargeting.ts';
import type { Site } from '../../site.ts';
import { findPulls, pullNumbered, pullOfIssue, type PullQuery, type PullRow } from '../../tables/pulls.ts';
import type { Repository } from '../../tables/repositories.ts';
import { changesOf, editIssue } from '../issues/issues.ts';

const updateSchema = z.object({
  title: titleSchema.optional(),
  body: bodySchema.nullish(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().min(1).optional(),
});

export function pullOf(c: Call, site: Site, repo: Repository): PullRow {
  const pull = pullNumbered(site.db, repo.id, Number(c.req.param('number')));
  if (pull === undefined) throw notFound();
  return pull;
}

/**
 * A pull request that is being opened has its row before it has its head: whoever asks in between waits for it
 * instead of being told of a commit that does not exist. Not for use inside the repository's own turn.
 */
async function settledRefs(site: Site, repo: Repository, pulls: readonly PullRow[]): Promise<Refs> {
  const refs = await pullRefs(site, repo);
  if (pulls.every((pull) => refs.has(pullHead(pull.number)))) return refs;
  await site.serial.run(repo.id, () => Promise.resolve());
  return pullRefs(site, repo);
}

export async function sendPull(
  c: Call,
  site: Site,
  repo: Repository,
  id: number,
  status: 200 | 201 = 200,
): Promise<Response> {
  const pull = pullOfIssue(site.db, id);
  const shas = shasOf(pull, await settledRefs(site, repo, [pull]));
  return c.json(
    pullJson(site, repo, pull, shas, await pullState(site, repo, pull, shas), c.get('viewer')),
    status,
  );
}

export function pullRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/pulls', async (c) => {
    const repo = repositoryOf(c, site);
    const page = pageOf(c);
    const query = queryOf(c, site, repo);
    const { rows, total } =
      query === undefined ? { rows: [], total: 0 } : findPulls(site.db, repo.id, query, page);
    const refs = rows.length === 0 ? new Map<string, string>() : await settledRefs(site, repo, rows);
    return sendPage(
      c,
      site,
      page,
      total,
      rows.map((pull) => pullSimpleJson(site, repo, pull, shasOf(pull, refs), c.get('viewer'))),
    );
  });

  api.post('/repos/:owner/:repo/pulls', async (c) => {
    const repo = repositoryOf(c, site);
    const body = await readBody(c, 'PullRequest', openSchema);
    const { id } = await site.serial.run(repo.id, () => openPull(site, repo, c.get('viewer'), body));
    announcePull(site, repo, id, 'opened', c.get('viewer'));
    return sendPull(c, site, repo, id, 201);
  });

  api.get('/repos/:owner/:repo/pulls/:number{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    if (/vnd\.github(\.v3)?\.diff/.test(c.req.header('accept') ?? '')) {
      const shas = await readShas(site, repo, pull);
      const from = (await forkPoint(site, repo, shas)) ?? shas.base;
      return c.text(await diffText(site, repo, from, shas.head));
    }
    return sendPull(c, site, repo, pull.id);
  });

  api.patch('/repos/:owner/:repo/pulls/:number{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const body = await readBody(c, 'PullRequest', updateSchema);
    mayChange(site, repo, c, pull, body);
    await site.serial.run(repo.id, () => changePull(c, site, repo, pull, body));
    return sendPull(c, site, repo, pull.id);
  });
}

function queryOf(c: Call, site: Site, repo: Repository): PullQuery | undefined {
  const one = <T extends string>(name: string, words: readonly T[], otherwise: T): T =>
    words.find((word) => word === c.req.query(name)) ?? otherwise;
  const sort = one('sort', ['created', 'updated', 'popularity', 'long-running'], 'created');
  const head = c.req.query('head');
  const query: PullQuery = {
    state: one('state', ['open', 'closed', 'all'], 'open'),
    sort,
    direction: one('direction', ['asc', 'desc'], sort === 'created' ? 'desc' : 'asc'),
    base: c.req.query('base'),
  };
  // GitHub ignores a head without an owner.
  if (head === undefined || !head.includes(':')) return query;
  const from = headOf(site, repo, head);
  return from === undefined ? undefined : { ...query, head: { repoId: from.repo.id, ref: from.ref } };
}

async function changePull(
  c: Call,
  site: Site,
  repo: Repository,
  pull: PullRow,
  body: z.infer<typeof updateSchema>,
): Promise<void> {
  const viewer = c.get('viewer');
  const { state, base, ...words } = body;
  if (base !== undefined && base !== pull.base_ref) {
    if ((await readRef(site, repo, branchRef(base))) === undefined)
      throw invalid('PullRequest', 'base', 'invalid');
    if (pull.state === 'closed')
      throw invalid(
        'PullRequest',
        'base',
        'custom',
        'Cannot change the base branch of a closed pull request.',
      );
    await changeBase(site, repo, pull, base, viewer);
  }
  if (words.title !== undefined || words.body !== undefined) {
    editIssue(site, repo, pull, words, c);
    announcePull(site, repo, pull.id, 'edited', viewer, { extra: { changes: changesOf(pull, words) } });
  }
  if (state === 'closed' && pull.state === 'open') await closeUnmerged(site, repo, pull, viewer);
  if (state === 'open' && pull.state === 'closed') await reopenPull(site, repo, pull, viewer);
}
