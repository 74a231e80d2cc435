import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingReviews, type Review, type ReviewComment } from '../../work/pull.ts';
import { toThreads } from './review-comments.ts';

const comment = (id: number, replyTo: number | null = null): ReviewComment => ({
  id,
  reviewId: 1,
  author: 'ann',
  path: 'a.txt',
  line: 1,
  outdated: false,
  replyTo,
  diffHunk: '',
  body: `${id}`,
  createdAt: '',
  updatedAt: '',
  url: '',
});

test('answers are with what they answer, in order; those whose first comment is gone keep together', () => {
  const threads = toThreads([
    comment(5, 2),
    comment(2),
    comment(3),
    comment(9, 7),
    comment(4, 2),
    comment(8, 7),
  ]);
  assert.deepEqual(
    threads.map(({ id, comments }) => [id, comments.map((each) => each.id)]),
    [
      [2, [2, 4, 5]],
      [3, [3]],
      [7, [8, 9]],
    ],
  );
});

test('what two people said last stands for each; words alone change nothing', () => {
  const said = (author: string, state: Review['state'], id: number): Review => ({
    id,
    author,
    state,
    body: '',
    commitSha: null,
    submittedAt: '',
    url: '',
  });
  const reviews = [
    said('ann', 'CHANGES_REQUESTED', 1),
    said('bob', 'APPROVED', 2),
    said('ann', 'COMMENTED', 3),
    said('bob', 'DISMISSED', 4),
    said('cid', 'APPROVED', 5),
    said('cid', 'CHANGES_REQUESTED', 6),
  ];
  const standing = standingReviews(reviews, () => false);
  assert.deepEqual(
    standing.map(({ author, id }) => [author, id]),
    [
      ['ann', 1],
      ['cid', 6],
    ],
  );
});
