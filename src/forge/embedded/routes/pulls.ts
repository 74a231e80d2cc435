import { z } from 'zod';
import { allowed, repositoryOf, type Call, type Api } from '../access.ts';
import { announcePull } from '../announce-pull.ts';

import { readBody } from '../body.ts';
import { countCommits } from '../git/commits.ts';
import { diffText } from '../git/diff.ts';
import { branchRef, pullHead, readRef } from '../git/refs.ts';
import { pullJson, pullSimpleJson } from '../json/pull.ts';
import { pageOf, sendPage } from '../page.ts';
import { invalid, notFound, Problem } from '../problem.ts';
import { forkPoint, pullRefs, pullState, readShas, shasOf } from '../pull-state.ts';
import { closeUnmerged, takeHead } from '../pushes.ts';
import { nowOf, type Site } from '../site.ts';
import { insertEvent } from '../tables/events.ts';
import { insertIssue, issueNumbered } from '../tables/issues.ts';
import {
  findPulls,
  insertPull,
  openPullsFrom,
  pullNumbered,
  pullOfIssue,
  type PullQuery,
  type PullRow,
} from '../tables/pulls.ts';
import { fullName, repositoryById, repositoryNamed, type Repository } from '../tables/repositories.ts';
import { bodySchema, editIssue, mayEdit } from './issues.ts';

const title = z.string().trim().min(1).max(256);
const createSchema = z.object({
  title: title.optional(),
  body: bodySchema.nullish(),
  head: z.string().min(1),
  head_repo: z.string().optional(),
  base: z.string().min(1),
  draft: z.boolean().default(false),
  maintainer_can_modify: z.boolean().default(true),
  issue: z.int().optional(),
});
const updateSchema = z.object({
  title: title.optional(),
  body: bodySchema.nullish(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().min(1).optional(),
});

export function pullOf(c: Call, site: Site, repo: Repository): PullRow {
  const pull = pullNumbered(site.db, repo.id, Number(c.req.param('number')));
  if (pull === undefined) throw notFound();
  return pull;
}

export async function sendPull(
  c: Call,
  site: Site,
  repo: Repository,
  id: number,
  status: 200 | 201 = 200,
): Promise<Response> {
  const pull = pullOfIssue(site.db, id);
  const shas = await readShas(site, repo, pull);
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
    const refs = rows.length === 0 ? new Map<string, string>() : await pullRefs(site, repo);
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
    const body = await readBody(c, 'PullRequest', createSchema);
    const id = await site.serial.run(repo.id, () => openPull(c, site, repo, body));
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
    mayEdit(site, repo, c, pull.author_id);
    const body = await readBody(c, 'PullRequest', updateSchema);
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

/** `branch`, or `owner:branch` for a fork of that owner. */
function headOf(
  site: Site,
  repo: Repository,
  head: string,
  named?: string,
): { repo: Repository; ref: string } | undefined {
  const [owner, ref] = head.includes(':')
    ? [head.slice(0, head.indexOf(':')), head.slice(head.indexOf(':') + 1)]
    : [repo.owner, head];
  if (owner === undefined || ref === undefined) return undefined;
  if (owner.toLowerCase() === repo.owner.toLowerCase()) return { repo, ref };
  const fork =
    repositoryNamed(site.db, owner, named?.split('/').at(-1) ?? repo.name) ??
    repositoryById(
      site.db,
      site.db.get<{ id: number }>(
        'SELECT r.id FROM repositories r JOIN users u ON u.id = r.owner_id WHERE r.parent_id = ? AND u.login = ?',
        repo.id,
        owner,
      )?.id ?? -1,
    );
  return fork?.parent_id === repo.id ? { repo: fork, ref } : undefined;
}

async function openPull(
  c: Call,
  site: Site,
  repo: Repository,
  body: z.infer<typeof createSchema>,
): Promise<number> {
  const viewer = c.get('viewer');
  const from = headOf(site, repo, body.head, body.head_repo);
  if (from === undefined) throw invalid('PullRequest', 'head', 'invalid');
  if (from.repo.id === repo.id && body.issue === undefined) allowed(site, repo, viewer, 'write');
  const head = await readRef(site, from.repo, branchRef(from.ref));
  if (head === undefined) throw invalid('PullRequest', 'head', 'invalid');
  const base = await readRef(site, repo, branchRef(body.base));
  if (base === undefined) throw invalid('PullRequest', 'base', 'invalid');
  if (
    openPullsFrom(site.db, from.repo.id, from.ref).some(
      (pull) => pull.repo_id === repo.id && pull.base_ref === body.base,
    )
  ) {
    throw invalid(
      'PullRequest',
      'base',
      'custom',
      `A pull request already exists for ${from.repo.owner}:${from.ref}.`,
    );
  }
  const old = body.issue === undefined ? undefined : issueNumbered(site.db, repo.id, body.issue);
  if (body.issue !== undefined && (old === undefined || old.is_pull === 1))
    throw invalid('PullRequest', 'issue', 'invalid');
  if (old === undefined && body.title === undefined) throw invalid('PullRequest', 'title', 'missing_field');
  // The commits of a fork have to be here before they can be counted. The number is taken only when all is well.
  const number = old?.number ?? nextNumber(site, repo);
  await takeHead(site, repo, number, from.repo, from.ref, head);
  if ((await countCommits(site, repo, `${base}..${head}`)) === 0) {
    throw invalid('PullRequest', 'head', 'custom', `No commits between ${body.base} and ${from.ref}`);
  }
  return site.db.transaction(() => {
    const issue =
      old ??
      insertIssue(site.db, {
        repoId: repo.id,
        isPull: true,
        title: body.title ?? '',
        body: body.body ?? null,
        author: viewer,
        at: nowOf(site),
      });
    if (old !== undefined)
      site.db.run('UPDATE issues SET is_pull = 1, updated_at = ? WHERE id = ?', nowOf(site), old.id);
    if (issue.number !== number) throw new Problem(409, 'Another issue took this number. Try again.');
    return insertPull(site.db, issue, {
      headRepoId: from.repo.id,
      headRef: from.ref,
      baseRef: body.base,
      draft: body.draft,
      maintainerCanModify: body.maintainer_can_modify && from.repo.id !== repo.id,
    }).id;
  });
}

function nextNumber(site: Site, repo: Repository): number {
  return (
    (site.db.get<{ n: number | null }>('SELECT max(number) AS n FROM issues WHERE repo_id = ?', repo.id)?.n ??
      0) + 1
  );
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
    site.db.run('UPDATE pulls SET base_ref = ? WHERE issue_id = ?', base, pull.id);
    site.db.run('UPDATE issues SET updated_at = ? WHERE id = ?', nowOf(site), pull.id);
    insertEvent(site.db, pull.id, viewer, 'base_ref_changed', nowOf(site));
  }
  if (words.title !== undefined || words.body !== undefined) {
    editIssue(site, repo, pull, words, c);
    announcePull(site, repo, pull.id, 'edited', viewer, { extra: { changes: {} } });
  }
  if (state === 'closed' && pull.state === 'open') await closeUnmerged(site, repo, pull, viewer);
  if (state === 'open' && pull.state === 'closed') await reopen(c, site, repo, pull);
}

async function reopen(c: Call, site: Site, repo: Repository, pull: PullRow): Promise<void> {
  const viewer = c.get('viewer');
  if (pull.merged_at !== null)
    throw invalid(
      'PullRequest',
      'state',
      'invalid',
      `state cannot be changed. ${fullName(repo)}#${pull.number} was merged.`,
    );
  const from = pull.head_repo_id === null ? undefined : repositoryById(site.db, pull.head_repo_id);
  const head = from === undefined ? undefined : await readRef(site, from, branchRef(pull.head_ref));
  if (
    from === undefined ||
    head === undefined ||
    (await readRef(site, repo, branchRef(pull.base_ref))) === undefined
  ) {
    throw invalid(
      'PullRequest',
      'state',
      'invalid',
      `state cannot be changed. The ${pull.head_ref} branch has been deleted.`,
    );
  }
  if ((await readRef(site, repo, pullHead(pull.number))) !== head)
    await takeHead(site, repo, pull.number, from, pull.head_ref, head);
  site.db.transaction(() => {
    site.db.run(
      `UPDATE issues SET state = 'open', closed_at = NULL, closed_by = NULL, updated_at = ? WHERE id = ?`,
      nowOf(site),
      pull.id,
    );
    insertEvent(site.db, pull.id, viewer, 'reopened', nowOf(site));
  });
  announcePull(site, repo, pull.id, 'reopened', viewer);
}
