import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../http/access.ts';
import { announceComment, announcePull } from '../pulls/announce-pull.ts';
import { readBody } from '../http/body.ts';
import { gitDirOf } from '../git/bare.ts';
import { reviewCommentJson, reviewJson } from '../json/review.ts';
import { pageOf, sendList, sendPage } from '../http/page.ts';
import { notFound } from '../http/problem.ts';
import { readShas } from '../pulls/pull-state.ts';
import {
  lineCommentSchema,
  noteSubmitted,
  placeComments,
  refuseReview,
  STATE_OF,
  storeComments,
  unprocessable,
} from '../pulls/reviewing.ts';
import { nowOf, type Site } from '../site.ts';
import { insertEvent } from '../tables/events.ts';
import { touchIssue } from '../tables/issues.ts';
import type { PullRow } from '../tables/pulls.ts';
import type { Repository } from '../tables/repositories.ts';
import { commentsOfReview } from '../tables/review-comments.ts';
import { insertReview, reviewOf, reviewsOf, type ReviewRow } from '../tables/reviews.ts';
import { bodySchema } from '../http/limits-of-text.ts';
import { pullOf } from './pulls.ts';

const event = z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']);
const createSchema = z.object({
  commit_id: z.string().optional(),
  body: bodySchema.nullish(),
  event: event.optional(),
  comments: z.array(lineCommentSchema).default([]),
});

export function reviewRoutes(api: Api, site: Site): void {
  const base = '/repos/:owner/:repo/pulls/:number{[0-9]+}/reviews';
  const find = (c: Call): { repo: Repository; pull: PullRow; review: ReviewRow } => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const review = reviewOf(site.db, pull.id, Number(c.req.param('id')));
    if (review === undefined || (review.state === 'PENDING' && review.author_id !== c.get('viewer').id))
      throw notFound();
    return { repo, pull, review };
  };
  const send = (c: Call, repo: Repository, pull: PullRow, id: number) =>
    c.json(reviewJson(site, repo, pull, reviewOf(site.db, pull.id, id) as ReviewRow));
  const tell = (c: Call, repo: Repository, pull: PullRow, id: number, action: string) => {
    const review = reviewJson(site, repo, pull, reviewOf(site.db, pull.id, id) as ReviewRow);
    const extra = { review: { ...review, state: String(review['state']).toLowerCase() } };
    announcePull(site, repo, pull.id, action, c.get('viewer'), { event: 'pull_request_review', extra });
  };
  /** A submitted review tells of itself and of each comment in it. */
  const tellSubmitted = async (c: Call, repo: Repository, pull: PullRow, id: number) => {
    tell(c, repo, pull, id, 'submitted');
    for (const comment of commentsOfReview(site.db, id))
      await announceComment(site, repo, comment.id, 'created', c.get('viewer'));
  };

  api.get(base, (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const seen = reviewsOf(site.db, pull.id).filter(
      (review) => review.state !== 'PENDING' || review.author_id === c.get('viewer').id,
    );
    return sendList(c, site, seen, (review) => reviewJson(site, repo, pull, review));
  });

  api.post(base, async (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const viewer = c.get('viewer');
    const body = await readBody(c, 'PullRequestReview', createSchema);
    refuseReview(pull, viewer, body.event, body.body ?? '', body.comments.length);
    const shas = await readShas(site, repo, pull);
    const sha = body.commit_id ?? shas.head;
    const known =
      sha === shas.head ||
      (await site.host.git.succeeds(['cat-file', '-e', `${sha}^{commit}`], {
        gitDir: gitDirOf(site, repo),
      }));
    if (!/^[0-9a-f]{40}$/.test(sha) || !known)
      throw unprocessable('commit_id is not part of the pull request');
    const placed = await placeComments(site, repo, { ...shas, head: sha }, body.comments);
    const review = site.db.transaction(() => {
      const state = body.event === undefined ? 'PENDING' : STATE_OF[body.event];
      const at = body.event === undefined ? null : nowOf(site);
      const made = insertReview(site.db, pull.id, viewer, { state, body: body.body ?? '', sha, at });
      storeComments(site, pull, made.id, viewer, sha, placed);
      if (body.event !== undefined) noteSubmitted(site, pull, viewer);
      return made;
    });
    if (body.event !== undefined) await tellSubmitted(c, repo, pull, review.id);
    return send(c, repo, pull, review.id);
  });

  api.get(`${base}/:id{[0-9]+}`, (c) => {
    const { repo, pull, review } = find(c);
    return send(c, repo, pull, review.id);
  });

  api.put(`${base}/:id{[0-9]+}`, async (c) => {
    const { repo, pull, review } = find(c);
    const { body } = await readBody(c, 'PullRequestReview', z.object({ body: bodySchema }));
    if (review.author_id !== c.get('viewer').id)
      throw unprocessable('Only the author of a review can change it');
    site.db.run('UPDATE reviews SET body = ? WHERE id = ?', body, review.id);
    touchIssue(site.db, pull.id, nowOf(site));
    if (review.state !== 'PENDING') tell(c, repo, pull, review.id, 'edited');
    return send(c, repo, pull, review.id);
  });

  api.delete(`${base}/:id{[0-9]+}`, (c) => {
    const { repo, pull, review } = find(c);
    if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review');
    const answer = reviewJson(site, repo, pull, review);
    site.db.run('DELETE FROM reviews WHERE id = ?', review.id);
    return c.json(answer);
  });

  api.post(`${base}/:id{[0-9]+}/events`, async (c) => {
    const { repo, pull, review } = find(c);
    const body = await readBody(c, 'PullRequestReview', z.object({ event, body: bodySchema.optional() }));
    if (review.state !== 'PENDING') throw unprocessable('Review has already been submitted');
    const text = body.body ?? review.body;
    refuseReview(pull, c.get('viewer'), body.event, text, commentsOfReview(site.db, review.id).length);
    site.db.transaction(() => {
      site.db.run(
        'UPDATE reviews SET state = ?, body = ?, submitted_at = ? WHERE id = ?',
        STATE_OF[body.event],
        text,
        nowOf(site),
        review.id,
      );
      noteSubmitted(site, pull, c.get('viewer'));
    });
    await tellSubmitted(c, repo, pull, review.id);
    return send(c, repo, pull, review.id);
  });

  api.put(`${base}/:id{[0-9]+}/dismissals`, async (c) => {
    repositoryOf(c, site, 'write');
    const { repo, pull, review } = find(c);
    const { message } = await readBody(
      c,
      'PullRequestReview',
      z.object({ message: z.string().min(1), event: z.string().optional() }),
    );
    if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
      throw unprocessable(`Can not dismiss a ${review.state.toLowerCase()} pull request review`);
    }
    site.db.transaction(() => {
      site.db.run(`UPDATE reviews SET state = 'DISMISSED' WHERE id = ?`, review.id);
      insertEvent(site.db, pull.id, c.get('viewer'), 'review_dismissed', nowOf(site), {
        dismissed_review: {
          state: review.state.toLowerCase(),
          review_id: review.id,
          dismissal_message: message,
        },
      });
      touchIssue(site.db, pull.id, nowOf(site));
    });
    tell(c, repo, pull, review.id, 'dismissed');
    return send(c, repo, pull, review.id);
  });

  api.get(`${base}/:id{[0-9]+}/comments`, async (c) => {
    const { repo, pull, review } = find(c);
    const shas = await readShas(site, repo, pull);
    const all = commentsOfReview(site.db, review.id);
    const page = pageOf(c);
    const shown = all.slice(page.offset, page.offset + page.size);
    const json = shown.map((comment) => reviewCommentJson(site, repo, pull, comment, shas));
    return sendPage(c, site, page, all.length, await Promise.all(json));
  });
}
