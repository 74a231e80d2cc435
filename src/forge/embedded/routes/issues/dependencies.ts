import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { issueJson } from '../../json/issue.ts';
import { sendList } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import {
  addDependency,
  blockedBy,
  blockersOf,
  removeDependency,
  waitsFor,
} from '../../tables/dependencies.ts';
import { insertEvent } from '../../tables/events.ts';
import { touchIssue, type IssueRow } from '../../tables/issues.ts';
import { issueSeen } from '../../issues/issue-seen.ts';
import type { Repository } from '../../tables/repositories.ts';
import { issueOf } from './issues.ts';

const schema = z.object({ issue_id: z.int() });
const MOST = 50;

export function dependencyRoutes(api: Api, site: Site): void {
  const base = '/repos/:owner/:repo/issues/:number{[0-9]+}/dependencies';
  const show = (c: Call, rows: readonly IssueRow[]) =>
    sendList(
      c,
      site,
      rows.flatMap((row) => issueSeen(c, site, row.id) ?? []),
      ({ issue, repo: home }) => issueJson(site, home, issue),
    );

  api.get(`${base}/blocked_by`, (c) => {
    const repo = repositoryOf(c, site);
    return show(c, blockersOf(site.db, issueOf(c, site, repo).id));
  });

  api.get(`${base}/blocking`, (c) => {
    const repo = repositoryOf(c, site);
    return show(c, blockedBy(site.db, issueOf(c, site, repo).id));
  });

  api.post(`${base}/blocked_by`, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const body = await readBody(c, 'Issue', schema);
    const blocker = issueSeen(c, site, body.issue_id);
    if (blocker === undefined) throw notFound();
    const refuse = (why: string) => invalid('Issue', 'issue_id', 'custom', why);
    if (blocker.issue.is_pull === 1 || issue.is_pull === 1)
      throw refuse('Pull requests have no dependencies');
    if (blocker.issue.id === issue.id || waitsFor(site.db, blocker.issue.id, issue.id))
      throw refuse('Adding this dependency would make a cycle');
    if (blockersOf(site.db, issue.id).length >= MOST) throw refuse('An issue is blocked by 50 at most');
    if (!addDependency(site.db, issue.id, blocker.issue.id))
      throw refuse('Target issue has already been taken');
    note(c, repo, issue, blocker, 'added');
    return c.json(issueJson(site, blocker.repo, blocker.issue), 201);
  });

  api.delete(`${base}/blocked_by/:id{[0-9]+}`, (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const blocker = issueSeen(c, site, Number(c.req.param('id')));
    if (blocker === undefined || !removeDependency(site.db, issue.id, blocker.issue.id)) throw notFound();
    note(c, repo, issue, blocker, 'removed');
    return c.json(issueJson(site, blocker.repo, blocker.issue));
  });

  /** Both sides say it in their timeline. */
  const note = (
    c: Call,
    repo: Repository,
    issue: IssueRow,
    blocker: { issue: IssueRow; repo: Repository },
    what: 'added' | 'removed',
  ) => {
    const at = nowOf(site);
    const viewer = c.get('viewer');
    site.db.transaction(() => {
      insertEvent(site.db, issue.id, viewer, `blocked_by_${what}`, at, { blocked_by: blocker.issue.id });
      insertEvent(site.db, blocker.issue.id, viewer, `blocking_${what}`, at, { blocking: issue.id });
      touchIssue(site.db, issue.id, at);
      touchIssue(site.db, blocker.issue.id, at);
    });
    site.announce({
      repo,
      event: 'issue_dependencies',
      action: `blocked_by_${what}`,
      sender: viewer,
      payload: () => ({
        blocked_issue_id: issue.id,
        blocked_issue: issueJson(site, repo, issue),
        blocking_issue_id: blocker.issue.id,
        blocking_issue: issueJson(site, blocker.repo, blocker.issue),
      }),
    });
  };
}
