import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { announceComment } from '../../pulls/announce-pull.ts';
import { mayEdit } from '../../http/authority.ts';
import { readBody } from '../../http/body.ts';
import { reviewCommentJson } from '../../json/review.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { pullRefs, readShas, shasOf } from '../../pulls/pull-state.ts';
import { lineCommentSchema, noteSubmitted, placeComments, storeComments } from '../../pulls/reviewing.ts';
import { nowOf, type Site } from '../../site.ts';
import { touchIssue } from '../../tables/issues.ts';
import { pullOfIssue, type PullRow } from '../../tables/pulls.ts';
import { removeReactionsOn } from '../../tables/reactions.ts';
import type { Repository } from '../../tables/repositories.ts';
import {
  commentsOfReview,
  insertReviewComment,
  reviewCommentInRepo,
  reviewCommentsInRepo,
  reviewCommentsOf,
  type ReviewCommentRow,
} from '../../tables/review-comments.ts';
import { insertReview } from '../../tables/reviews.ts';
import { bodySchema } from '../../http/limits-of-text.ts';
import { pullOf } from './pulls.ts';

const createSchema = lineCommentSchema.extend({ commit_id: z.string(), in_reply_to: z.int().optional() });
const textSchema = z.object({ body: bodySchema.min(1) });

export function reviewCommentRoutes(api: Api, site: Site): void {
  const find = (c: Call, repo: Repository): ReviewCommentRow => {
    const comment = reviewCommentInRepo(site.db, repo.id, Number(c.req.param('id')));
    if (comment === undefined) throw notFound();
    return comment;
  };
  const tell = (c: Call, repo: Repository, id: number, action: string) =>
    announceComment(site, repo, id, action, c.get('viewer'));
  const send = async (c: Call, repo: Repository, id: number, status: 200 | 201 = 200) => {
    const comment = reviewCommentInRepo(site.db, repo.id, id) as ReviewCommentRow;
    const pull = pullOfIssue(site.db, comment.issue_id);
    const shas = await readShas(site, repo, pull);
    return c.json(await reviewCommentJson(site, repo, pull, comment, shas), status);
  };

  const list = async (c: Call, repo: Repository, all: readonly ReviewCommentRow[]) => {
    const refs = await pullRefs(site, repo);
    const found = chosen(c, all);
    const page = pageOf(c);
    const shown = found.slice(page.offset, page.offset + page.size).map((comment) => {
      const pull = pullOfIssue(site.db, comment.issue_id);
      return reviewCommentJson(site, repo, pull, comment, shasOf(pull, refs));
    });
    return sendPage(c, site, page, found.length, await Promise.all(shown));
  };

  api.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/comments', (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    return list(c, repo, reviewCommentsOf(site.db, pull.id, c.get('viewer').id));
  });

  api.get('/repos/:owner/:repo/pulls/comments', (c) => {
    const repo = repositoryOf(c, site);
    return list(c, repo, reviewCommentsInRepo(site.db, repo.id));
  });

  api.post('/repos/:owner/:repo/pulls/:number{[0-9]+}/comments', async (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const body = await readBody(c, 'PullRequestReviewComment', createSchema);
    if (body.in_reply_to !== undefined) {
      const answer = reply(c, site, repo, pull, body.in_reply_to, body.body);
      await tell(c, repo, answer, 'created');
      return send(c, repo, answer, 201);
    }
    const shas = await readShas(site, repo, pull);
    if (body.commit_id !== shas.head)
      throw invalid(
        'PullRequestReviewComment',
        'commit_id',
        'custom',
        'commit_id is not part of the pull request',
      );
    const placed = await placeComments(site, repo, shas, [body]);
    const id = site.db.transaction(() => {
      const viewer = c.get('viewer');
      const review = insertReview(site.db, pull.id, viewer, {
        state: 'COMMENTED',
        body: '',
        sha: shas.head,
        at: nowOf(site),
      });
      storeComments(site, pull, review.id, viewer, shas.head, placed);
      noteSubmitted(site, pull, viewer);
      return commentsOfReview(site.db, review.id)[0]?.id ?? 0;
    });
    await tell(c, repo, id, 'created');
    return send(c, repo, id, 201);
  });

  api.post('/repos/:owner/:repo/pulls/:number{[0-9]+}/comments/:id{[0-9]+}/replies', async (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const { body } = await readBody(c, 'PullRequestReviewComment', textSchema);
    const answer = reply(c, site, repo, pull, Number(c.req.param('id')), body);
    await tell(c, repo, answer, 'created');
    return send(c, repo, answer, 201);
  });

  api.get('/repos/:owner/:repo/pulls/comments/:id{[0-9]+}', (c) => {
    const repo = repositoryOf(c, site);
    return send(c, repo, find(c, repo).id);
  });

  api.patch('/repos/:owner/:repo/pulls/comments/:id{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site);
    const comment = find(c, repo);
    mayEdit(site, repo, c, comment.author_id);
    const { body } = await readBody(c, 'PullRequestReviewComment', textSchema);
    site.db.run(
      'UPDATE review_comments SET body = ?, updated_at = ? WHERE id = ?',
      body,
      nowOf(site),
      comment.id,
    );
    touchIssue(site.db, comment.issue_id, nowOf(site));
    await tell(c, repo, comment.id, 'edited');
    return send(c, repo, comment.id);
  });

  api.delete('/repos/:owner/:repo/pulls/comments/:id{[0-9]+}', async (c) => {
    const repo = repositoryOf(c, site);
    const comment = find(c, repo);
    mayEdit(site, repo, c, comment.author_id);
    await tell(c, repo, comment.id, 'deleted');
    site.db.run('DELETE FROM review_comments WHERE id = ?', comment.id);
    removeReactionsOn(site.db, 'review_comment', comment.id);
    touchIssue(site.db, comment.issue_id, nowOf(site));
    return c.body(null, 204);
  });
}

/** By `since`, `sort` and `direction`. Without `sort` they come as they were made, as on GitHub. */
function chosen(c: Call, all: readonly ReviewCommentRow[]): ReviewCommentRow[] {
  const since = Date.parse(c.req.query('since') ?? '');
  const found = all.filter((comment) => Number.isNaN(since) || Date.parse(comment.updated_at) >= since);
  const sort = c.req.query('sort');
  const key = sort === 'updated' ? 'updated_at' : 'created_at';
  const sorted = found.toSorted((a, b) => a[key].localeCompare(b[key]) || a.id - b.id);
  return sort !== undefined && c.req.query('direction') === 'desc' ? sorted.toReversed() : sorted;
}

function reply(c: Call, site: Site, repo: Repository, pull: PullRow, to: number, body: string): number {
  const first = reviewCommentInRepo(site.db, repo.id, to);
  if (first === undefined || first.issue_id !== pull.id) throw notFound();
  const viewer = c.get('viewer');
  return site.db.transaction(() => {
    const review = insertReview(site.db, pull.id, viewer, {
      state: 'COMMENTED',
      body: '',
      sha: first.commit_sha,
      at: nowOf(site),
    });
    noteSubmitted(site, pull, viewer);
    const { id: _, updated_at: __, ...place } = first;
    return insertReviewComment(site.db, {
      ...place,
      review_id: review.id,
      author_id: viewer.id,
      body,
      reply_to: first.reply_to ?? first.id,
      created_at: nowOf(site),
    }).id;
  });
}
