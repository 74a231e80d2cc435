import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CausedEffect } from '../../store/tables/effects.ts';
import { runId, workId } from '../../work/ids.ts';
import type { Comment, Issue } from '../../work/issue.ts';
import type { Check, Pull, Review, ReviewComment } from '../../work/pull.ts';
import { replyMark } from '../pull/people/open-remarks.ts';
import { compareEffect } from './compare.ts';
import type { Reads } from './reads.ts';

const work = workId('pr', 'o/r', 5);
const run = runId(work, 'abc', 1);
const sha = 'a'.repeat(40);
const other = 'b'.repeat(40);

function effect(key: string, intent: unknown, result: unknown = {}): CausedEffect {
  const cause = { seq: 1, step: null, round: null, session: null, agent: null };
  const kind = key.split(' ')[0] ?? '';
  const when = { createdAt: '2026-01-01T00:00:00Z', doneAt: '2026-01-01T00:00:00Z' };
  return { run, work, key, kind, intent, result, status: 'done', ...when, ...cause };
}

interface There {
  branch?: string;
  issue?: Partial<Issue>;
  pull?: Partial<Pull>;
  pulls?: Partial<Pull>[];
  comments?: Partial<Comment>[];
  reviews?: Partial<Review>[];
  replies?: Partial<ReviewComment>[];
  checks?: Partial<Check>[];
}

const readsOf = (there: There): Reads => ({
  branch: async () => there.branch,
  issue: async () => there.issue as Issue | undefined,
  pull: async () => there.pull as Pull | undefined,
  pullsFrom: async () => there.pulls as Pull[] | undefined,
  comments: async () => there.comments as Comment[] | undefined,
  reviews: async () => there.reviews as Review[] | undefined,
  reviewComments: async () => there.replies as ReviewComment[] | undefined,
  checks: async () => there.checks as Check[] | undefined,
});

async function stateOf(one: CausedEffect, there: There, ledger = [one]): Promise<string> {
  return (await compareEffect(one, { ledger, reads: readsOf(there), logins: ['bot'] })).state;
}

const body = 'done\n\n<!-- autodev:report pr:o/r:5 -->\n';
const comment = effect('comment report', {}, { id: 7, body });
const review = effect(`review ${sha} 1`, { sha, event: 'APPROVE', round: 1 }, { id: 3, event: 'APPROVE' });
const reviewText = `fine\n<!-- autodev:review ${run}/1 -->`;
const pull = effect('pull b main', { head: 'b', base: 'main' }, { number: 9, title: 't', body });
const opened = { number: 9, author: 'bot', title: 't', body };
const push = effect(`push b ${sha}`, { branch: 'b', sha }, { sha });
const status = effect(`status ${sha} autodev/review 1`, { sha, state: 'success' });
const green = { context: 'autodev/review', state: 'success', author: 'bot' } as const;
const merge = effect(`merge ${sha} 0`, { sha, method: 'squash' }, { sha: other });
const reply = effect('reply c4', { thread: 1 }, true);
const issue = effect('issue report', {}, { number: 2, title: 't', body });
const closed = effect('close #2', { number: 2 }, { number: 2 });
const moved = effect('retarget main', { base: 'main' }, { base: 'main' });

const CASES: readonly [name: string, one: CausedEffect, there: There, state: string][] = [
  [
    'a comment',
    comment,
    { comments: [{ id: 7, author: 'bot', body: body.replaceAll('\n', '\r\n') }] },
    'same',
  ],
  ['a comment that is gone', comment, { comments: [] }, 'deleted'],
  ['a comment in a repository that is gone', comment, {}, 'deleted'],
  [
    'a comment with other words',
    comment,
    { comments: [{ id: 7, author: 'bot', body: `x${body}` }] },
    'edited',
  ],
  ['a comment of somebody else', comment, { comments: [{ id: 7, author: 'eve', body }] }, 'foreign'],
  [
    'a second one with its mark',
    comment,
    { comments: [7, 8].map((id) => ({ id, author: 'bot', body })) },
    'foreign',
  ],
  [
    'a copy by a person',
    comment,
    {
      comments: [
        { id: 7, author: 'bot', body },
        { id: 8, author: 'eve', body },
      ],
    },
    'same',
  ],
  ['a review', review, { reviews: [{ id: 3, author: 'bot', body: reviewText, state: 'APPROVED' }] }, 'same'],
  ['a review that is gone', review, { reviews: [] }, 'deleted'],
  [
    'a review that was dismissed',
    review,
    { reviews: [{ id: 3, author: 'bot', body: reviewText, state: 'DISMISSED' }] },
    'edited',
  ],
  [
    'a review without its mark',
    review,
    { reviews: [{ id: 3, author: 'bot', body: 'no', state: 'APPROVED' }] },
    'edited',
  ],
  ['a pull request', pull, { pulls: [opened] }, 'same'],
  ['a pull request that is gone', pull, { pulls: [] }, 'deleted'],
  ['a pull request with another title', pull, { pulls: [{ ...opened, title: 'x' }] }, 'edited'],
  ['a pull request of somebody else', pull, { pulls: [{ ...opened, author: 'eve' }] }, 'foreign'],
  ['a push', push, { branch: sha }, 'same'],
  ['a push that somebody pushed over', push, { branch: other }, 'foreign'],
  ['a branch that is gone', push, { pulls: [{ state: 'open' }] }, 'deleted'],
  ['a branch that went with its pull request', push, { pulls: [{ state: 'closed' }] }, 'same'],
  ['a status', status, { checks: [green] }, 'same'],
  ['a status that is not there', status, { checks: [] }, 'missing'],
  ['a status that says something else', status, { checks: [{ ...green, state: 'failure' }] }, 'edited'],
  ['a status of somebody else', status, { checks: [{ ...green, author: 'eve' }] }, 'foreign'],
  ['a merge', merge, { pull: { merged: true, mergedBy: 'bot', mergeSha: other } }, 'same'],
  ['a merge that is none', merge, { pull: { merged: false } }, 'missing'],
  [
    'a merge by somebody else',
    merge,
    { pull: { merged: true, mergedBy: 'eve', mergeSha: other } },
    'foreign',
  ],
  ['a merge as another commit', merge, { pull: { merged: true, mergedBy: 'bot', mergeSha: sha } }, 'foreign'],
  [
    'a reply',
    reply,
    { replies: [{ author: 'bot', body: replyMark({ repo: 'o/r', number: 5 }, 'c4') }] },
    'same',
  ],
  ['a reply that is gone', reply, { replies: [] }, 'deleted'],
  ['an issue', issue, { issue: { author: 'bot', title: 't', body } }, 'same'],
  ['an issue with other words', issue, { issue: { author: 'bot', title: 't', body: '' } }, 'edited'],
  ['what was closed', closed, { issue: { state: 'closed' } }, 'same'],
  ['what was closed and is open again', closed, { issue: { state: 'open' } }, 'edited'],
  ['a base', moved, { pull: { base: { ref: 'main', sha } } }, 'same'],
  ['another base', moved, { pull: { base: { ref: 'next', sha } } }, 'edited'],
  ['what only happened', effect('rerun x', {}), {}, 'unchecked'],
  ['what was never confirmed', { ...comment, status: 'intent' }, {}, 'unchecked'],
  ['a row whose item is no item', { ...comment, work: 'x' as CausedEffect['work'] }, {}, 'unchecked'],
  ['a row that somebody emptied', effect('comment report', 'x', 'y'), {}, 'unchecked'],
];

describe('an effect as the forge has it now', () => {
  for (const [name, one, there, state] of CASES)
    test(`${name}: ${state}`, async () => {
      assert.equal(await stateOf(one, there), state);
    });

  test('only the last of several on the same thing has to be there', async () => {
    const later = effect(`push b ${other}`, { branch: 'b', sha: other });
    assert.equal(await stateOf(push, { branch: other }, [push, later]), 'unchecked');
    assert.equal(await stateOf(later, { branch: other }, [push, later]), 'same');
    const anew = effect('comment report 2', {}, { id: 7, body: `more ${body}` });
    const comments = [{ id: 7, author: 'bot', body: `more ${body}` }];
    assert.equal(await stateOf(comment, { comments }, [comment, anew]), 'unchecked');
    assert.equal(await stateOf(anew, { comments }, [comment, anew]), 'same');
  });
});
