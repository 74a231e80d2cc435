import { z } from 'zod';
import { closeUnmerged, reopenPull } from '../../pulls/closing-pulls.ts';
import { bodySchema, titleSchema } from '../../http/limits-of-text.ts';
import { pullOfIssue } from '../../tables/pulls.ts';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { mayChange } from '../../http/authority.ts';
import { readBody } from '../../http/body.ts';
import { closeIssue } from '../../issues/closing.ts';
import { issueJson } from '../../json/issue.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { invalid, notFound, Problem } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import { insertEvent } from '../../tables/events.ts';
import {
  findIssues,
  insertIssue,
  issueById,
  issueNumbered,
  type IssueQuery,
  type IssueRow,
} from '../../tables/issues.ts';
import { addLabels, labelsOn, removeLabel } from '../../tables/labels.ts';
import { addPerson } from '../../tables/people.ts';
import { peopleOf, permissionOf, type Repository } from '../../tables/repositories.ts';
import { atLeast } from '../../../../work/issue.ts';

export const labelNames = z.array(
  z.union([z.string().min(1), z.object({ name: z.string().min(1) }).transform((label) => label.name)]),
);

const createSchema = z.object({
  title: titleSchema,
  body: bodySchema.nullish(),
  labels: labelNames.optional(),
  assignees: z.array(z.string()).optional(),
});

const updateSchema = z.object({
  title: titleSchema.optional(),
  body: bodySchema.nullish(),
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.enum(['completed', 'not_planned', 'reopened', 'duplicate']).nullish(),
  labels: labelNames.optional(),
});

export function issueOf(c: Call, site: Site, repo: Repository): IssueRow {
  const row = issueNumbered(site.db, repo.id, Number(c.req.param('number')));
  if (row === undefined) throw notFound();
  return row;
}

function queryOf(c: Call): IssueQuery {
  const one = <T extends string>(name: string, words: readonly T[], otherwise: T): T => {
    const value = c.req.query(name);
    if (value === undefined || value === '') return otherwise;
    const found = words.find((word) => word === value);
    if (found === undefined) throw invalid('Issue', name, 'invalid');
    return found;
  };
  const since = c.req.query('since');
  if (since !== undefined && Number.isNaN(Date.parse(since))) throw invalid('Issue', 'since', 'invalid');
  const author = c.req.query('creator');
  const assignee = c.req.query('assignee');
  return {
    state: one('state', ['open', 'closed', 'all'], 'open'),
    labels: (c.req.query('labels') ?? '').split(',').filter((label) => label !== ''),
    sort: one('sort', ['created', 'updated', 'comments'], 'created'),
    direction: one('direction', ['asc', 'desc'], 'desc'),
    ...(since === undefined ? {} : { since: `${new Date(Date.parse(since)).toISOString().slice(0, 19)}Z` }),
    ...(author === undefined ? {} : { author }),
    ...(assignee === undefined ? {} : { assignee }),
  };
}

export function issueRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/issues', (c) => {
    const repo = repositoryOf(c, site);
    const page = pageOf(c);
    const { rows, total } = findIssues(site.db, repo.id, queryOf(c), page);
    return sendPage(
      c,
      site,
      page,
      total,
      rows.map((row) => issueJson(site, repo, row)),
    );
  });

  api.post('/repos/:owner/:repo/issues', async (c) => {
    const repo = repositoryOf(c, site);
    if (repo.has_issues === 0) throw new Problem(410, 'Issues are disabled for this repo');
    const body = await readBody(c, 'Issue', createSchema);
    const viewer = c.get('viewer');
    const at = nowOf(site);
    const trusted = atLeast(permissionOf(site.db, repo, viewer), 'triage');
    const issue = site.db.transaction(() => {
      const row = insertIssue(site.db, {
        repoId: repo.id,
        isPull: false,
        title: body.title,
        body: body.body ?? null,
        author: viewer,
        at,
      });
      // Labels and assignees of people without access are dropped silently, as on GitHub.
      if (trusted) {
        addLabels(site.db, row, body.labels ?? [], viewer, at);
        assign(site, repo, row, body.assignees ?? [], viewer.login, at, c);
      }
      return issueById(site.db, row.id);
    });
    announceIssue(site, repo, issue.id, 'opened', c);
    return c.json(issueJson(site, repo, issue), 201);
  });

  api.get('/repos/:owner/:repo/issues/:number{[0-9]+}', (c) => {
    const repo = repositoryOf(c, site);
    return c.json(issueJson(site, repo, issueOf(c, site, repo)));
  });

  api.patch('/repos/:owner/:repo/issues/:number{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site);
    const issue = issueOf(c, site, repo);
    const body = await readBody(c, 'Issue', updateSchema);
    mayChange(site, repo, c, issue, body);
    // Labels of people without access are dropped silently, as on GitHub.
    if (!atLeast(permissionOf(site.db, repo, c.get('viewer')), 'triage')) delete body.labels;
    editIssue(site, repo, issue, body, c);
    if (issue.is_pull === 1 && body.state !== undefined && body.state !== issue.state) {
      const change = body.state === 'closed' ? closeUnmerged : reopenPull;
      await site.serial.run(repo.id, () =>
        change(site, repo, pullOfIssue(site.db, issue.id), c.get('viewer')),
      );
    }
    return c.json(issueJson(site, repo, issueById(site.db, issue.id)));
  });
}

export function announceIssue(
  site: Site,
  repo: Repository,
  id: number,
  action: string,
  c: Call,
  extra: Record<string, unknown> = {},
): void {
  site.announce({
    repo,
    event: 'issues',
    action,
    sender: c.get('viewer'),
    payload: () => ({ issue: issueJson(site, repo, issueById(site.db, id)), ...extra }),
  });
}

/** Title, body, labels and state, each with its event. For issues and, but for the state, pull requests. */
export function editIssue(
  site: Site,
  repo: Repository,
  issue: IssueRow,
  body: z.infer<typeof updateSchema>,
  c: Call,
): void {
  const viewer = c.get('viewer');
  const at = nowOf(site);
  site.db.transaction(() => {
    if (body.title !== undefined && body.title !== issue.title) {
      site.db.run('UPDATE issues SET title = ?, updated_at = ? WHERE id = ?', body.title, at, issue.id);
      insertEvent(site.db, issue.id, viewer, 'renamed', at, {
        rename: { from: issue.title, to: body.title },
      });
    }
    if (body.body !== undefined)
      site.db.run('UPDATE issues SET body = ?, updated_at = ? WHERE id = ?', body.body, at, issue.id);
    if (body.labels !== undefined) setLabels(site, issue, body.labels, c);
    if (issue.is_pull === 1) return;
    if (body.state === 'closed' && issue.state === 'open')
      closeIssue(site, repo, issue, viewer, body.state_reason ?? 'completed');
    if (body.state === 'open' && issue.state === 'closed') {
      site.db.run(
        `UPDATE issues SET state = 'open', state_reason = 'reopened', closed_at = NULL, closed_by = NULL, updated_at = ? WHERE id = ?`,
        at,
        issue.id,
      );
      insertEvent(site.db, issue.id, viewer, 'reopened', at);
    }
  });
  if (issue.is_pull === 1) return;
  if (body.state === 'open' && issue.state === 'closed') announceIssue(site, repo, issue.id, 'reopened', c);
  if (body.title !== undefined || body.body !== undefined)
    announceIssue(site, repo, issue.id, 'edited', c, { changes: changesOf(issue, body) });
}

/** What an edit replaced. It is all that GitHub tells of an edited body, and only to webhooks. */
export function changesOf(
  before: IssueRow,
  body: { title?: string | undefined; body?: string | null | undefined },
): Record<string, unknown> {
  return {
    ...(body.title === undefined || body.title === before.title ? {} : { title: { from: before.title } }),
    ...(body.body === undefined || body.body === before.body ? {} : { body: { from: before.body ?? '' } }),
  };
}

export function setLabels(site: Site, issue: IssueRow, names: readonly string[], c: Call): void {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const label of labelsOn(site.db, issue.id)) {
    if (!wanted.has(label.name.toLowerCase()))
      removeLabel(site.db, issue, label, c.get('viewer'), nowOf(site));
  }
  addLabels(site.db, issue, names, c.get('viewer'), nowOf(site));
}

export function assign(
  site: Site,
  repo: Repository,
  issue: IssueRow,
  logins: readonly string[],
  assigner: string,
  at: string,
  c: Call,
): void {
  const people = peopleOf(site.db, repo);
  for (const login of logins) {
    const user = people.find((person) => person.login.toLowerCase() === login.toLowerCase());
    if (user === undefined || !addPerson(site.db, 'assignees', issue.id, user)) continue;
    insertEvent(site.db, issue.id, c.get('viewer'), 'assigned', at, { assignee: user.login, assigner });
    site.db.run('UPDATE issues SET updated_at = ? WHERE id = ?', at, issue.id);
  }
}
