import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { announceComment, announcePull } from '../../pulls/announce-pull.ts';
import { readBody } from '../../http/body.ts';
import { gitDirOf } from '../../git/bare.ts';
import { reviewCommentJson, reviewJson } from '../../json/review.ts';
import { pageOf, sendList, sendPage } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { readShas } from '../../pulls/pull-state.ts';
import {
  lineCommentSchema,
  noteSubmitted,
  placeComments,
  refuseReview,
  STATE_OF,
  storeComments,
  unprocessable,
} from '../../pulls/reviewing.ts';
import { nowOf, type Site } from '../../site.ts';
import { insertEvent } from '../../tables/events.ts';
import { touchIssue } from '../../tables/issues.ts';
import type { PullRow } from '../../tables/pulls.ts';
import type { Repository } from '../../tables/repositories.ts';
import { commentsOfReview } from '../../tables/review-comments.ts';
import { insertReview, reviewOf, reviewsOf, type ReviewRow } from '../../tables/reviews.ts';
import { bodySchema } from '../../http/limits-of-text.ts';
import { pullOf } from './pulls.ts';

const event = z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']);
const createSchema = z.object({
  commit_id: z.string().optional(),
  body: bodySchema.nullish(),
  event: event.optional(),
  comments: z.array(lineCommentSchema).default([]),
});

const BASE = '/repos/:owner/:repo/pulls/:number{[0-9]+}/reviews';

export function reviewRoutes(api: Api, site: Site): void {
  api.get(BASE, (c) => listReviews(c, site));
  api.post(BASE, (c) => createReview(c, site));
  api.get(`${BASE}/:id{[0-9]+}`, (c) => send(c, site, found(c, site)));
  api.put(`${BASE}/:id{[0-9]+}`, (c) => editReview(c, site));
  api.delete(`${BASE}/:id{[0-9]+}`, (c) => deletePending(c, site));
  api.post(`${BASE}/:id{[0-9]+}/events`, (c) => submitPending(c, site));
  api.put(`${BASE}/:id{[0-9]+}/dismissals`, (c) => dismissReview(c, site));
  api.get(`${BASE}/:id{[0-9]+}/comments`, (c) => listComments(c, site));
}

interface Found {
  repo: Repository;
  pull: PullRow;
  review: ReviewRow;
}

/** A pending review exists for its author only. */
function found(c: Call, site: Site): Found {
  const repo = repositoryOf(c, site);
  const pull = pullOf(c, site, repo);
  const review = reviewOf(site.db, pull.id, Number(c.req.param('id')));
  if (review === undefined || (review.state === 'PENDING' && review.author_id !== c.get('viewer').id))
    throw notFound();
  return { repo, pull, review };
}

/** As it is in the table by now. */
const jsonOf = (site: Site, { repo, pull, review }: Found) =>
  reviewJson(site, repo, pull, reviewOf(site.db, pull.id, review.id) as ReviewRow);

const send = (c: Call, site: Site, at: Found) => c.json(jsonOf(site, at));

function tell(c: Call, site: Site, at: Found, action: string): void {
  const review = jsonOf(site, at);
  const extra = { review: { ...review, state: String(review['state']).toLowerCase() } };
  announcePull(site, at.repo, at.pull.id, action, c.get('viewer'), { event: 'pull_request_review', extra });
}

/** A submitted review tells of itself and of each comment in it. */
async function tellSubmitted(c: Call, site: Site, at: Found): Promise<void> {
  tell(c, site, at, 'submitted');
  for (const comment of commentsOfReview(site.db, at.review.id))
    await announceComment(site, at.repo, comment.id, 'created', c.get('viewer'));
}

function listReviews(c: Call, site: Site) {
  const repo = repositoryOf(c, site);
  const pull = pullOf(c, site, repo);
  const seen = reviewsOf(site.db, pull.id).filter(
    (review) => review.state !== 'PENDING' || review.author_id === c.get('viewer').id,
  );
  return sendList(c, site, seen, (review) => reviewJson(site, repo, pull, review));
}

async function createReview(c: Call, site: Site) {
  const repo = repositoryOf(c, site);
  const pull = pullOf(c, site, repo);
  const viewer = c.get('viewer');
  const body = await readBody(c, 'PullRequestReview', createSchema);
  refuseReview(pull, viewer, body.event, body.body ?? '', body.comments.length);
  const shas = await readShas(site, repo, pull);
  const sha = body.commit_id ?? shas.head;
  if (sha !== shas.head && !(await isCommit(site, repo, sha)))
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
  const at = { repo, pull, review };
  if (body.event !== undefined) await tellSubmitted(c, site, at);
  return send(c, site, at);
}

const isCommit = async (site: Site, repo: Repository, sha: string): Promise<boolean> =>
  /^[0-9a-f]{40}$/.test(sha) &&
  (await site.host.git.succeeds(['cat-file', '-e', `${sha}^{commit}`], { gitDir: gitDirOf(site, repo) }));

async function editReview(c: Call, site: Site) {
  const at = found(c, site);
  const { body } = await readBody(c, 'PullRequestReview', z.object({ body: bodySchema }));
  if (at.review.author_id !== c.get('viewer').id)
    throw unprocessable('Only the author of a review can change it');
  site.db.run('UPDATE reviews SET body = ? WHERE id = ?', body, at.review.id);
  touchIssue(site.db, at.pull.id, nowOf(site));
  if (at.review.state !== 'PENDING') tell(c, site, at, 'edited');
  return send(c, site, at);
}

function deletePending(c: Call, site: Site) {
  const { repo, pull, review } = found(c, site);
  if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review');
  const answer = reviewJson(site, repo, pull, review);
  site.db.run('DELETE FROM reviews WHERE id = ?', review.id);
  return c.json(answer);
}

async function submitPending(c: Call, site: Site) {
  const at = found(c, site);
  const { pull, review } = at;
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
  await tellSubmitted(c, site, at);
  return send(c, site, at);
}

const dismissalSchema = z.object({ message: z.string().min(1), event: z.string().optional() });

async function dismissReview(c: Call, site: Site) {
  repositoryOf(c, site, 'write');
  const at = found(c, site);
  const { pull, review } = at;
  const { message } = await readBody(c, 'PullRequestReview', dismissalSchema);
  const before = review.state.toLowerCase();
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED')
    throw unprocessable(`Can not dismiss a ${before} pull request review`);
  site.db.transaction(() => {
    site.db.run(`UPDATE reviews SET state = 'DISMISSED' WHERE id = ?`, review.id);
    insertEvent(site.db, pull.id, c.get('viewer'), 'review_dismissed', nowOf(site), {
      dismissed_review: { state: before, review_id: review.id, dismissal_message: message },
    });
    touchIssue(site.db, pull.id, nowOf(site));
  });
  tell(c, site, at, 'dismissed');
  return send(c, site, at);
}

async function listComments(c: Call, site: Site) {
  const { repo, pull, review } = found(c, site);
  const shas = await readShas(site, repo, pull);
  const all = commentsOfReview(site.db, review.id);
  const page = pageOf(c);
  const shown = all.slice(page.offset, page.offset + page.size);
  const json = shown.map((comment) => reviewCommentJson(site, repo, pull, comment, shas));
  return sendPage(c, site, page, all.length, await Promise.all(json));
}
