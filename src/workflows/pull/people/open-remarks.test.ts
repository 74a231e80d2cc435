import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toThreads } from '../../../forge/github/review-comments.ts';
import type { Comment } from '../../../work/issue.ts';
import type { Pull, Review, ReviewComment } from '../../../work/pull.ts';
import { openQuestions, openRemarks, replyMark, type Said } from './open-remarks.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
const pull = { repo: 'o/r', number: 5, author: 'bot', body: 'x\n<!-- autodev:pull issue:o/r:4 -->' } as Pull;
const remark = (
  id: number,
  author: string,
  body: string,
  more: Partial<ReviewComment> = {},
): ReviewComment => ({
  id,
  reviewId: null,
  author,
  path: 'a.txt',
  line: 1,
  outdated: false,
  replyTo: null,
  diffHunk: '',
  body,
  createdAt: at(id),
  updatedAt: at(id),
  url: '',
  ...more,
});
const review = (id: number, author: string, state: Review['state'], body = ''): Review => ({
  id,
  author,
  state,
  body,
  commitSha: 'h',
  submittedAt: at(id),
  url: '',
});
const comment = (id: number, author: string, body: string): Comment => ({
  id,
  author,
  body,
  createdAt: at(id),
  updatedAt: at(id),
  url: '',
});
const said = (more: Partial<Omit<Said, 'threads'>> & { remarks?: ReviewComment[] }): Said => ({
  pull,
  reviews: [],
  comments: [],
  logins: ['bot'],
  ...more,
  threads: toThreads(more.remarks ?? []),
});
const keys = (of: Said) => openRemarks(of).map(({ key }) => key);
const ours = (id: number, to: number) =>
  remark(id, 'bot', `done ${replyMark(pull, `t${to}`)}`, { replyTo: to });

describe('what people ask for and have no answer to', () => {
  test('a remark in a thread, until we have answered it; what follows our answer is open again, thanks are not', () => {
    assert.deepEqual(keys(said({ remarks: [remark(1, 'ann', 'no')] })), ['t1']);
    assert.deepEqual(keys(said({ remarks: [remark(1, 'ann', 'no'), ours(2, 1)] })), []);
    const again = [remark(1, 'ann', 'no'), ours(2, 1), remark(3, 'ann', 'still no', { replyTo: 1 })];
    assert.deepEqual(keys(said({ remarks: again })), ['t3']);
    const thanks = [remark(1, 'ann', 'no'), ours(2, 1), remark(3, 'ann', 'Thanks!', { replyTo: 1 })];
    assert.deepEqual(keys(said({ remarks: thanks })), []);
  });

  test('a remark that was made while we worked on the one before it is open, though our answer stands below both', () => {
    const meanwhile = (body: string) => [
      remark(1, 'ann', 'no'),
      remark(2, 'ann', body, { replyTo: 1 }),
      remark(3, 'bot', `done ${replyMark(pull, 't1')}`, { replyTo: 1 }),
    ];
    assert.deepEqual(keys(said({ remarks: meanwhile('nor this') })), ['t2']);
    assert.deepEqual(keys(said({ remarks: meanwhile('Thanks!') })), []);
    const answer = { ...ours(4, 2), replyTo: 1 };
    assert.deepEqual(keys(said({ remarks: [...meanwhile('nor this'), answer] })), []);
    const rest = [remark(1, 'ann', 'no'), answer];
    assert.deepEqual(keys(said({ remarks: rest })), [], 'the one it names was deleted');
  });

  test("with one identity the person's remarks count, and those of our own review do not", () => {
    const reviews = [review(10, 'bot', 'COMMENTED', 'x <!-- autodev:review r/0 -->')];
    const remarks = [
      remark(11, 'bot', 'ours', { reviewId: 10 }),
      remark(12, 'bot', 'theirs', { reviewId: 99 }),
    ];
    assert.deepEqual(keys(said({ reviews, remarks })), ['t12']);
  });

  test('with one identity our own approval settles nothing that the person said', () => {
    const demand = review(1, 'bot', 'CHANGES_REQUESTED', 'rename it');
    const nits = [remark(2, 'bot', 'a nit')];
    const ours = review(3, 'bot', 'APPROVED', 'fine <!-- autodev:review r/0 -->');
    assert.deepEqual(keys(said({ reviews: [demand, ours], remarks: nits })), ['t2', 'r1']);
    const dismissed = { ...ours, state: 'DISMISSED' } as const;
    assert.deepEqual(keys(said({ reviews: [demand, dismissed], remarks: nits })), ['t2', 'r1']);
    assert.deepEqual(keys(said({ reviews: [demand, review(4, 'bot', 'APPROVED')], remarks: nits })), []);
  });

  test('a demand for changes stands until it is answered, dismissed or approved; what came before an approval is settled', () => {
    const demand = review(1, 'ann', 'CHANGES_REQUESTED', 'rename it');
    assert.deepEqual(keys(said({ reviews: [demand] })), ['r1']);
    assert.deepEqual(keys(said({ reviews: [demand, review(2, 'ann', 'APPROVED')] })), []);
    assert.deepEqual(keys(said({ reviews: [{ ...demand, state: 'DISMISSED' }] })), []);
    const answer = comment(3, 'bot', `changed ${replyMark(pull, 'r1')}`);
    assert.deepEqual(keys(said({ reviews: [demand], comments: [answer] })), []);
    const forged = comment(3, 'eve', `changed ${replyMark(pull, 'r1')}`);
    assert.deepEqual(
      keys(said({ reviews: [demand], comments: [forged] })),
      ['r1'],
      'anybody can copy a mark',
    );
    const nits = [remark(1, 'ann', 'a nit')];
    assert.deepEqual(keys(said({ remarks: nits, reviews: [review(2, 'ann', 'APPROVED')] })), []);
  });

  test("on a person's own pull request only what was said since our first review is for us", () => {
    const theirs = { ...pull, author: 'ben', body: 'mine' };
    const remarks = [remark(1, 'ann', 'before'), remark(9, 'ann', 'after')];
    assert.deepEqual(keys(said({ pull: theirs, remarks })), []);
    const reviews = [review(5, 'bot', 'APPROVED', 'fine <!-- autodev:review r/0 -->')];
    assert.deepEqual(keys(said({ pull: theirs, remarks, reviews })), ['t9']);
  });
});

describe('questions in the conversation', () => {
  const asked = (comments: Comment[], more: Partial<Said> = {}) =>
    openQuestions({ ...said({ comments }), ...more }).map(({ key }) => key);

  test('are those of people, outside of quotes and code, that have no answer of ours', () => {
    assert.deepEqual(asked([comment(1, 'ann', 'Why so?')]), ['c1']);
    assert.deepEqual(asked([comment(1, 'ann', 'Nice.')]), []);
    assert.deepEqual(asked([comment(1, 'ann', '> Why so?\n\nbecause')]), []);
    assert.deepEqual(asked([comment(1, 'ann', '/autodev why')]), []);
    assert.deepEqual(asked([comment(1, 'bot', 'Shall I? <!-- autodev:report x -->')]), []);
    const answer = comment(2, 'bot', `so ${replyMark(pull, 'c1')}`);
    assert.deepEqual(asked([comment(1, 'ann', 'Why so?'), answer]), []);
    assert.deepEqual(asked([comment(1, 'ann', 'Why so?')], { pull: { ...pull, body: 'not ours' } }), []);
  });

  test('stand in the text of a review that only comments too; one that demands changes is a remark', () => {
    const why = (state: Review['state'], author = 'ann') => ({
      reviews: [review(1, author, state, 'Why so?')],
    });
    assert.deepEqual(asked([], why('COMMENTED')), ['r1']);
    assert.deepEqual(asked([], why('CHANGES_REQUESTED')), []);
    assert.deepEqual(asked([comment(2, 'bot', `so ${replyMark(pull, 'r1')}`)], why('COMMENTED')), []);
    const ours = review(1, 'bot', 'COMMENTED', 'Why so?\n<!-- autodev:review r/0 -->');
    assert.deepEqual(asked([], { reviews: [ours] }), []);
  });
});
