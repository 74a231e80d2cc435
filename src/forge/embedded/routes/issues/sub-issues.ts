import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { issueSeen } from '../../issues/issue-seen.ts';
import { issueJson } from '../../json/issue.ts';
import { sendList } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import { insertEvent } from '../../tables/events.ts';
import { issueById, touchIssue, type IssueRow } from '../../tables/issues.ts';
import { repositoryById, type Repository } from '../../tables/repositories.ts';
import {
  addSubIssue,
  ancestorsOf,
  orderSubIssues,
  parentOf,
  removeSubIssue,
  subIssuesOf,
} from '../../tables/sub-issues.ts';
import { issueOf } from './issues.ts';

const addSchema = z.object({ sub_issue_id: z.int(), replace_parent: z.boolean().default(false) });
const orderSchema = z.object({
  sub_issue_id: z.int(),
  after_id: z.int().optional(),
  before_id: z.int().optional(),
});
const MOST = 100;
const DEEPEST = 8;

export function subIssueRoutes(api: Api, site: Site): void {
  const base = '/repos/:owner/:repo/issues/:number{[0-9]+}';
  const refuse = (why: string) => invalid('Issue', 'sub_issue_id', 'custom', why);

  api.get(`${base}/sub_issues`, (c) => {
    const repo = repositoryOf(c, site);
    const rows = subIssuesOf(site.db, issueOf(c, site, repo).id);
    return sendList(
      c,
      site,
      rows.flatMap((row) => issueSeen(c, site, row.id) ?? []),
      ({ issue, repo: home }) => issueJson(site, home, issue),
    );
  });

  api.get(`${base}/parent`, (c) => {
    const repo = repositoryOf(c, site);
    const parent = parentOf(site.db, issueOf(c, site, repo).id);
    const seen = parent === undefined ? undefined : issueSeen(c, site, parent.id);
    if (seen === undefined) throw notFound();
    return c.json(issueJson(site, seen.repo, seen.issue));
  });

  api.post(`${base}/sub_issues`, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const body = await readBody(c, 'Issue', addSchema);
    const child = issueSeen(c, site, body.sub_issue_id);
    if (child === undefined) throw notFound();
    if (issue.is_pull === 1 || child.issue.is_pull === 1) throw refuse('Pull requests cannot be sub-issues');
    const before = parentOf(site.db, child.issue.id);
    if (before?.id === issue.id) throw refuse('Issue may not contain duplicate sub-issues');
    if (before !== undefined && !body.replace_parent) throw refuse('Sub issue may only have one parent');
    const above = [issue, ...ancestorsOf(site.db, issue.id)];
    if (above.some((other) => other.id === child.issue.id))
      throw refuse('Sub issue may not be a parent of this issue');
    if (above.length >= DEEPEST) throw refuse('Sub issues are nested 8 deep at most');
    if (subIssuesOf(site.db, issue.id).length >= MOST) throw refuse('An issue has 100 sub-issues at most');
    addSubIssue(site.db, issue.id, child.issue.id);
    if (before !== undefined) note(c, repo, before, child.issue, 'removed');
    note(c, repo, issue, child.issue, 'added');
    return c.json(issueJson(site, repo, issueById(site.db, issue.id)), 201);
  });

  api.delete(`${base}/sub_issue`, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const { sub_issue_id } = await readBody(c, 'Issue', orderSchema);
    if (parentOf(site.db, sub_issue_id)?.id !== issue.id) throw notFound();
    removeSubIssue(site.db, sub_issue_id);
    note(c, repo, issue, issueById(site.db, sub_issue_id), 'removed');
    return c.json(issueJson(site, repo, issueById(site.db, issue.id)));
  });

  api.patch(`${base}/sub_issues/priority`, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const body = await readBody(c, 'Issue', orderSchema);
    const order = subIssuesOf(site.db, issue.id).map((row) => row.id);
    const others = order.filter((id) => id !== body.sub_issue_id);
    const beside = body.after_id ?? body.before_id;
    const at = others.indexOf(beside ?? -1);
    if (others.length === order.length) throw notFound();
    if ((body.after_id === undefined) === (body.before_id === undefined) || at === -1)
      throw refuse('Exactly one of after_id and before_id has to name another sub-issue');
    const place = body.after_id === undefined ? at : at + 1;
    orderSubIssues(site.db, others.toSpliced(place, 0, body.sub_issue_id));
    return c.json(issueJson(site, repo, issueById(site.db, issue.id)));
  });

  const homeOf = (issue: IssueRow) => repositoryById(site.db, issue.repo_id) as Repository;
  const note = (c: Call, repo: Repository, parent: IssueRow, child: IssueRow, what: 'added' | 'removed') => {
    const at = nowOf(site);
    const viewer = c.get('viewer');
    site.db.transaction(() => {
      insertEvent(site.db, parent.id, viewer, `sub_issue_${what}`, at, { sub_issue: child.id });
      insertEvent(site.db, child.id, viewer, `parent_issue_${what}`, at, { parent_issue: parent.id });
      touchIssue(site.db, parent.id, at);
      touchIssue(site.db, child.id, at);
    });
    site.announce({
      repo,
      event: 'sub_issues',
      action: `sub_issue_${what}`,
      sender: viewer,
      payload: () => ({
        sub_issue_id: child.id,
        sub_issue: issueJson(site, homeOf(child), child),
        parent_issue_id: parent.id,
        parent_issue: issueJson(site, homeOf(parent), parent),
      }),
    });
  };
}
