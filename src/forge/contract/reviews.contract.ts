import assert from 'node:assert/strict';
import { ask, at, fails, openPull, type Scenario } from './ground.contract.ts';

const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}';

export const REVIEWS: readonly Scenario[] = [
  {
    name: 'an approval by another person is read back with the SHA it is for',
    operations: ['pulls/create-review', 'pulls/list-reviews', 'pulls/get-review'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const made = await ground.reviewer.review(repo, number, {
        sha,
        event: 'APPROVE',
        body: 'good',
        comments: [],
      });
      const [review] = await ground.owner.reviews(repo, number);
      assert.deepEqual(
        [review?.state, review?.commitSha, review?.author, review?.body],
        ['APPROVED', sha, ground.logins.reviewer, 'good'],
      );
      await ask(
        ground,
        'owner',
        `GET ${PULL}/reviews/{review_id}`,
        { ...at(repo), pull_number: number, review_id: made.id },
        200,
      );
    },
  },
  {
    name: 'an author can neither approve nor request changes, but may comment',
    operations: ['pulls/create-review'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      await fails(
        owner.review(repo, number, { sha, event: 'APPROVE', body: 'mine', comments: [] }),
        'forge_rejected',
        422,
      );
      await fails(
        owner.review(repo, number, { sha, event: 'REQUEST_CHANGES', body: 'mine', comments: [] }),
        'forge_rejected',
        422,
      );
      const review = await owner.review(repo, number, { sha, event: 'COMMENT', body: 'mine', comments: [] });
      assert.equal(review.state, 'COMMENTED');
      assert.equal((await owner.reviews(repo, number)).length, 1);
    },
  },
  {
    name: 'requesting changes needs words',
    operations: ['pulls/create-review'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      await fails(
        ground.reviewer.review(repo, number, { sha, event: 'REQUEST_CHANGES', body: '', comments: [] }),
        'forge_rejected',
        422,
      );
    },
  },
  {
    name: 'line comments are stored with their review; one outside the diff refuses all of it',
    operations: ['pulls/create-review', 'pulls/list-review-comments', 'pulls/list-comments-for-review'],
    run: async (ground) => {
      const { owner, reviewer } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const line = (n: number, path = 'feature.txt') => ({
        path,
        line: n,
        side: 'RIGHT' as const,
        body: `line ${n}`,
      });
      const review = { sha, event: 'REQUEST_CHANGES' as const, body: 'look' };
      await fails(
        reviewer.review(repo, number, { ...review, comments: [line(2), line(40)] }),
        'forge_rejected',
        422,
      );
      await fails(
        reviewer.review(repo, number, { ...review, comments: [line(1, 'README.md')] }),
        'forge_rejected',
        422,
      );
      assert.deepEqual(await owner.reviews(repo, number), []);
      assert.deepEqual(await owner.reviewComments(repo, number), []);
      const made = await reviewer.review(repo, number, { ...review, comments: [line(2)] });
      const comments = await owner.reviewComments(repo, number);
      assert.deepEqual(
        comments.map(({ path, line: at, body, reviewId }) => [path, at, body, reviewId]),
        [['feature.txt', 2, 'line 2', made.id]],
      );
      const where = { ...at(repo), pull_number: number, review_id: made.id };
      assert.equal(
        (await ask(ground, 'owner', `GET ${PULL}/reviews/{review_id}/comments`, where, 200)).data.length,
        1,
      );
    },
  },
  {
    name: 'a pending review is changed, submitted or deleted; its comments are not seen before',
    operations: [
      'pulls/create-review',
      'pulls/update-review',
      'pulls/submit-review',
      'pulls/delete-pending-review',
    ],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number } = await openPull(ground, repo);
      const where = { ...at(repo), pull_number: number };
      const comments = [{ path: 'feature.txt', line: 1, side: 'RIGHT', body: 'draft' }];
      const pending = await ask(
        ground,
        'reviewer',
        `POST ${PULL}/reviews`,
        { ...where, body: 'wip', comments },
        200,
      );
      assert.equal(pending.data.state, 'PENDING');
      assert.deepEqual(await ground.owner.reviewComments(repo, number), []);
      const one = { ...where, review_id: pending.data.id as number };
      await ask(ground, 'reviewer', `PUT ${PULL}/reviews/{review_id}`, { ...one, body: 'better words' }, 200);
      await ask(
        ground,
        'reviewer',
        `POST ${PULL}/reviews/{review_id}/events`,
        { ...one, event: 'COMMENT' },
        200,
      );
      assert.equal((await ground.owner.reviewComments(repo, number)).length, 1);
      await ask(ground, 'reviewer', `DELETE ${PULL}/reviews/{review_id}`, one, 422);
      const other = await ask(
        ground,
        'reviewer',
        `POST ${PULL}/reviews`,
        { ...where, body: 'never mind' },
        200,
      );
      await ask(
        ground,
        'reviewer',
        `DELETE ${PULL}/reviews/{review_id}`,
        { ...where, review_id: other.data.id as number },
        200,
      );
      assert.equal((await ground.owner.reviews(repo, number)).length, 1);
    },
  },
  {
    name: 'a dismissed review reads as dismissed',
    operations: ['pulls/dismiss-review'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const review = await ground.reviewer.review(repo, number, {
        sha,
        event: 'APPROVE',
        body: 'ok',
        comments: [],
      });
      const body = { ...at(repo), pull_number: number, review_id: review.id, message: 'too early' };
      await ask(ground, 'owner', `PUT ${PULL}/reviews/{review_id}/dismissals`, body, 200);
      assert.equal((await ground.owner.reviews(repo, number))[0]?.state, 'DISMISSED');
    },
  },
  {
    name: 'a single line comment is made, answered, changed and deleted',
    operations: [
      'pulls/create-review-comment',
      'pulls/create-reply-for-review-comment',
      'pulls/get-review-comment',
      'pulls/list-review-comments-for-repo',
      'pulls/update-review-comment',
      'pulls/delete-review-comment',
    ],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const where = { ...at(repo), pull_number: number };
      const body = {
        ...where,
        commit_id: sha,
        path: 'feature.txt',
        line: 3,
        side: 'RIGHT',
        body: 'why three?',
      };
      const made = await ask(ground, 'reviewer', `POST ${PULL}/comments`, body, 201);
      const id = made.data.id as number;
      const reply = await ask(
        ground,
        'owner',
        `POST ${PULL}/comments/{comment_id}/replies`,
        { ...where, comment_id: id, body: 'because' },
        201,
      );
      assert.equal(reply.data.in_reply_to_id, id);
      const everywhere = await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/pulls/comments',
        at(repo),
        200,
      );
      assert.equal(everywhere.data.length, 2);
      const one = { ...at(repo), comment_id: id };
      const route = '/repos/{owner}/{repo}/pulls/comments/{comment_id}';
      assert.equal((await ask(ground, 'owner', `GET ${route}`, one, 200)).data.line, 3);
      assert.equal(
        (await ask(ground, 'reviewer', `PATCH ${route}`, { ...one, body: 'why?' }, 200)).data.body,
        'why?',
      );
      await ask(ground, 'reviewer', `DELETE ${route}`, one, 204);
      await ask(ground, 'reviewer', `GET ${route}`, one, 404);
    },
  },
];
