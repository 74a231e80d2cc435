import assert from 'node:assert/strict';
import { standingReviews } from '../../work/pull.ts';
import { ask, at, openPull, put, type Ground, type Scenario } from './ground.contract.ts';

const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}';
const REACTIONS = 'reactions';

/** The reviewer asks for changes with a comment on each of these lines of the one file. */
async function askedFor(ground: Ground, repo: string, lines: readonly number[]) {
  const { number, sha } = await openPull(ground, repo);
  const comments = lines.map((line) => ({
    path: 'feature.txt',
    line,
    side: 'RIGHT' as const,
    body: `line ${line}?`,
  }));
  const event = 'REQUEST_CHANGES' as const;
  await ground.reviewer.review(repo, number, { sha, event, body: 'please', comments });
  return { number, sha };
}

/** Overwrites the pull request's file with one more commit. */
async function rewrite(ground: Ground, repo: string, text: string): Promise<void> {
  const where = { ...at(repo), path: 'feature.txt', ref: 'feature' };
  const file = await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/contents/{path}', where, 200);
  await put(ground, repo, 'feature', 'feature.txt', text, String(file.data.sha));
}

export const THREADS: readonly Scenario[] = [
  {
    name: 'a thread holds its answers in order; an answer to an answer joins the first comment',
    operations: ['pulls/create-reply-for-review-comment', 'pulls/list-review-comments'],
    run: async (ground) => {
      const { owner, reviewer } = ground;
      const repo = await ground.repository();
      const { number } = await askedFor(ground, repo, [1, 3]);
      const [first, second] = await owner.reviewThreads(repo, number);
      assert.ok(first && second);
      const answer = await owner.replyTo(repo, number, first.id, 'done');
      assert.deepEqual([answer.replyTo, answer.author], [first.id, ground.logins.owner]);
      const back = await reviewer.replyTo(repo, number, answer.id, 'thanks');
      assert.equal(back.replyTo, first.id);
      const threads = await owner.reviewThreads(repo, number);
      assert.deepEqual(
        threads.map(({ id, path, line, outdated, comments }) => [
          id,
          path,
          line,
          outdated,
          comments.map(({ body }) => body),
        ]),
        [
          [first.id, 'feature.txt', 1, false, ['line 1?', 'done', 'thanks']],
          [second.id, 'feature.txt', 3, false, ['line 3?']],
        ],
      );
    },
  },
  {
    name: 'after a push a comment follows its line; one whose line is gone is outdated and keeps where it stood',
    operations: ['pulls/list-review-comments', 'pulls/get-review-comment'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number, sha } = await askedFor(ground, repo, [2, 3]);
      await rewrite(ground, repo, 'zero\none\nTWO\nthree\n');
      const [gone, moved] = await owner.reviewComments(repo, number);
      assert.deepEqual([gone?.outdated, gone?.line], [true, 2]);
      assert.deepEqual([moved?.outdated, moved?.line], [false, 4]);
      const where = { ...at(repo), comment_id: gone?.id };
      const route = 'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}';
      const { data } = await ask(ground, 'owner', route, where, 200);
      assert.deepEqual([data.line, data.position, data.original_line, data.commit_id], [null, null, 2, sha]);
      const head = (await owner.pull(repo, number)).head.sha;
      const other = await ask(ground, 'owner', route, { ...where, comment_id: moved?.id }, 200);
      assert.deepEqual([other.data.commit_id, other.data.original_commit_id], [head, sha]);
      // A thread on a line that is gone can still be answered.
      assert.equal((await owner.replyTo(repo, number, gone?.id ?? 0, 'changed')).replyTo, gone?.id);
    },
  },
  {
    name: 'a comment may be on several lines or on a whole file; comments are listed since a time, newest first',
    operations: ['pulls/create-review-comment', 'pulls/list-review-comments'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const base = { ...at(repo), pull_number: number, commit_id: sha, path: 'feature.txt' };
      const range = {
        ...base,
        body: 'all of it',
        start_line: 1,
        start_side: 'RIGHT',
        line: 3,
        side: 'RIGHT',
      };
      const first = await ask(ground, 'reviewer', `POST ${PULL}/comments`, range, 201);
      assert.deepEqual([first.data.start_line, first.data.line], [1, 3]);
      const file = { ...base, body: 'the name', subject_type: 'file' };
      const second = await ask(ground, 'reviewer', `POST ${PULL}/comments`, file, 201);
      assert.equal(second.data.subject_type, 'file');
      const list = { ...at(repo), pull_number: number, sort: 'created', direction: 'desc' };
      const newest = await ask(ground, 'owner', `GET ${PULL}/comments`, list, 200);
      assert.deepEqual(
        newest.data.map((each: { id: number }) => each.id),
        [second.data.id, first.data.id],
      );
      const since = { ...list, since: '2999-01-01T00:00:00Z' };
      assert.deepEqual((await ask(ground, 'owner', `GET ${PULL}/comments`, since, 200)).data, []);
      const [, whole] = await ground.owner.reviewThreads(repo, number);
      assert.deepEqual([whole?.line, whole?.outdated], [null, false]);
    },
  },
  {
    name: 'who has reviewed is asked again, and the request stands until the next review',
    operations: ['pulls/request-reviewers', 'issues/list-events'],
    run: async (ground) => {
      const { owner, reviewer, logins } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const asked = async () => (await owner.pull(repo, number)).requestedReviewers;
      await owner.requestReview(repo, number, [logins.reviewer]);
      assert.deepEqual(await asked(), [logins.reviewer]);
      const review = { sha, comments: [], body: 'no' };
      await reviewer.review(repo, number, { ...review, event: 'REQUEST_CHANGES' });
      assert.deepEqual(await asked(), []);
      await owner.requestReview(repo, number, [logins.reviewer]);
      assert.deepEqual(await asked(), [logins.reviewer]);
      const events = await owner.events(repo, number);
      assert.equal(events.filter(({ event }) => event === 'review_requested').length, 2);
    },
  },
  {
    name: 'the latest review of a person stands; a comment does not replace it, a dismissal takes it away',
    operations: ['pulls/create-review', 'pulls/list-reviews', 'pulls/dismiss-review'],
    run: async (ground) => {
      const { owner, reviewer } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const say = (event: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT') =>
        reviewer.review(repo, number, { sha, event, body: 'words', comments: [] });
      const standing = async () =>
        standingReviews(await owner.reviews(repo, number), () => false).map(({ state }) => state);
      await say('REQUEST_CHANGES');
      await say('COMMENT');
      assert.deepEqual(await standing(), ['CHANGES_REQUESTED']);
      const { id } = await say('APPROVE');
      assert.deepEqual(await standing(), ['APPROVED']);
      const one = { ...at(repo), pull_number: number, review_id: id, message: 'not yet' };
      await ask(ground, 'owner', `PUT ${PULL}/reviews/{review_id}/dismissals`, one, 200);
      assert.deepEqual(await standing(), []);
    },
  },
  {
    name: 'a reaction to an issue, a comment or a review comment is there once, is listed and taken back',
    operations: [
      'reactions/create-for-issue',
      'reactions/list-for-issue',
      'reactions/delete-for-issue',
      'reactions/create-for-issue-comment',
      'reactions/list-for-issue-comment',
      'reactions/delete-for-issue-comment',
      'reactions/create-for-pull-request-review-comment',
      'reactions/list-for-pull-request-review-comment',
      'reactions/delete-for-pull-request-comment',
    ],
    run: async (ground) => {
      const { owner, reviewer, logins } = ground;
      const repo = await ground.repository();
      const { number } = await askedFor(ground, repo, [1]);
      const comment = await reviewer.comment(repo, number, '/autodev why');
      const [remark] = await owner.reviewComments(repo, number);
      const targets = [{ issue: number }, { comment: comment.id }, { reviewComment: remark?.id ?? 0 }];
      const paths = ['issues/{id}', 'issues/comments/{id}', 'pulls/comments/{id}'];
      for (const [index, target] of targets.entries()) {
        const id = Object.values(target)[0];
        const route = `/repos/{owner}/{repo}/${paths[index] ?? ''}/${REACTIONS}`;
        await owner.react(repo, target, 'eyes');
        await owner.react(repo, target, 'eyes');
        const where = { ...at(repo), id };
        await ask(ground, 'reviewer', `POST ${route}`, { ...where, content: 'eyes' }, 201);
        await ask(ground, 'reviewer', `POST ${route}`, { ...where, content: 'eyes' }, 200);
        await ask(ground, 'reviewer', `POST ${route}`, { ...where, content: 'shrug' }, 422);
        const all = await owner.reactions(repo, target);
        assert.deepEqual(
          all.map(({ author, content }) => [author, content]),
          [
            [logins.owner, 'eyes'],
            [logins.reviewer, 'eyes'],
          ],
        );
        await ask(ground, 'owner', `DELETE ${route}/{reaction}`, { ...where, reaction: all[0]?.id }, 204);
        assert.equal((await owner.reactions(repo, target)).length, 1);
      }
    },
  },
];
