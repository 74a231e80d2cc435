import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { mayEdit } from '../../http/authority.ts';
import { readBody } from '../../http/body.ts';
import { commentJson, issueJson } from '../../json/issue.ts';
import { sendList } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import {
  commentInRepo,
  commentsInRepo,
  commentsOf,
  insertComment,
  type CommentRow,
} from '../../tables/comments.ts';
import { issueById, touchIssue } from '../../tables/issues.ts';
import { removeReactionsOn } from '../../tables/reactions.ts';
import type { Repository } from '../../tables/repositories.ts';
import { issueOf } from './issues.ts';
import { bodySchema } from '../../http/limits-of-text.ts';

const schema = z.object({ body: bodySchema.min(1, 'Body cannot be blank') });

export function commentRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/issues/:number{[0-9]+}/comments', (c) => {
    const repo = repositoryOf(c, site);
    const since = c.req.query('since');
    const all = commentsOf(site.db, issueOf(c, site, repo).id);
    const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
    return sendList(
      c,
      site,
      all.filter((comment) => Date.parse(comment.updated_at) >= from),
      (comment) => commentJson(site, repo, comment),
    );
  });

  api.get('/repos/:owner/:repo/issues/comments', (c) => {
    const repo = repositoryOf(c, site);
    const since = Date.parse(c.req.query('since') ?? '');
    const sort = c.req.query('sort');
    const key = sort === 'updated' ? 'updated_at' : 'created_at';
    const all = commentsInRepo(site.db, repo.id)
      .filter((comment) => Number.isNaN(since) || Date.parse(comment.updated_at) >= since)
      .toSorted((a, b) => a[key].localeCompare(b[key]) || a.id - b.id);
    const ordered = sort !== undefined && c.req.query('direction') === 'desc' ? all.toReversed() : all;
    return sendList(c, site, ordered, (comment) => commentJson(site, repo, comment));
  });

  api.post('/repos/:owner/:repo/issues/:number{[0-9]+}/comments', async (c) => {
    const repo = repositoryOf(c, site);
    const issue = issueOf(c, site, repo);
    const { body } = await readBody(c, 'IssueComment', schema);
    const comment = insertComment(site.db, issue.id, c.get('viewer'), body, nowOf(site));
    announce(site, repo, comment, 'created', c);
    return c.json(commentJson(site, repo, comment), 201);
  });

  api.get('/repos/:owner/:repo/issues/comments/:id{[0-9]+}', (c) => {
    const repo = repositoryOf(c, site);
    return c.json(commentJson(site, repo, find(c, site, repo)));
  });

  api.patch('/repos/:owner/:repo/issues/comments/:id{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site);
    const comment = find(c, site, repo);
    mayEdit(site, repo, c, comment.author_id);
    const { body } = await readBody(c, 'IssueComment', schema);
    site.db.transaction(() => {
      site.db.run('UPDATE comments SET body = ?, updated_at = ? WHERE id = ?', body, nowOf(site), comment.id);
      touchIssue(site.db, comment.issue_id, nowOf(site));
    });
    announce(site, repo, find(c, site, repo), 'edited', c, { changes: { body: { from: comment.body } } });
    return c.json(commentJson(site, repo, find(c, site, repo)));
  });

  api.delete('/repos/:owner/:repo/issues/comments/:id{[0-9]+}', (c) => {
    const repo = repositoryOf(c, site);
    const comment = find(c, site, repo);
    mayEdit(site, repo, c, comment.author_id);
    const gone = commentJson(site, repo, comment);
    announce(site, repo, comment, 'deleted', c, { comment: gone });
    site.db.run('DELETE FROM comments WHERE id = ?', comment.id);
    removeReactionsOn(site.db, 'comment', comment.id);
    touchIssue(site.db, comment.issue_id, nowOf(site));
    return c.body(null, 204);
  });
}

function find(c: Call, site: Site, repo: Repository): CommentRow {
  const comment = commentInRepo(site.db, repo.id, Number(c.req.param('id')));
  if (comment === undefined) throw notFound();
  return comment;
}

function announce(
  site: Site,
  repo: Repository,
  comment: CommentRow,
  action: string,
  c: Call,
  extra: Record<string, unknown> = {},
): void {
  site.announce({
    repo,
    event: 'issue_comment',
    action,
    sender: c.get('viewer'),
    payload: () => ({
      issue: issueJson(site, repo, issueById(site.db, comment.issue_id)),
      comment: commentJson(site, repo, comment),
      ...extra,
    }),
  });
}
