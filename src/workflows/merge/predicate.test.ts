import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Review } from '../../work/pull.ts';
import { latestOpinions } from './facts.ts';
import type { MergeFacts, MergeRules } from './input.ts';
import { mayMerge } from './predicate.ts';

const HEAD = 'aaaaaaa1';
const human = {
  author: 'bob',
  state: 'APPROVED',
  commitSha: HEAD,
  mayWrite: true,
  ours: false,
  beforeRetarget: false,
};
const green = { context: 'ci/test', state: 'success', ours: false };
const facts: MergeFacts = {
  state: 'open',
  merged: false,
  draft: false,
  headSha: HEAD,
  baseSha: 'base',
  mergeable: true,
  author: 'alice',
  forkOwner: null,
  trusted: true,
  ourApproval: 'none',
  reviews: [human],
  checks: [green],
  requiredChecks: null,
  stack: null,
};
const rules: MergeRules = { accept: ['human', 'autodev'], requireCi: true, requiredChecks: [] };
const ourStatus = (state: string) => ({ context: 'autodev/review', state, ours: true });

const TABLE: [
  what: string,
  facts: Partial<MergeFacts>,
  expected: 'merge' | 'conflict' | 'merged' | RegExp,
  rules?: Partial<MergeRules>,
][] = [
  ['approved, green and mergeable is merged', {}, 'merge'],
  ['a conflict is one', { mergeable: false }, 'conflict'],
  ['what is merged already is done', { merged: true, state: 'closed' }, 'merged'],
  ['closed waits', { state: 'closed' }, /closed/],
  ['a draft waits', { draft: true }, /draft/],
  ['another head than the expected one waits', { headSha: 'other' }, /moved/],
  ['unknown mergeability waits', { mergeable: null }, /not said yet/],
  ['without any approval it waits', { reviews: [] }, /no approval/],
  [
    'an approval of an older head does not count',
    { reviews: [{ ...human, commitSha: 'old' }] },
    /no approval/,
  ],
  ['an approval by a stranger does not count', { reviews: [{ ...human, mayWrite: false }] }, /no approval/],
  ['the author cannot approve', { reviews: [{ ...human, author: 'alice' }] }, /no approval/],
  ['our approval counts where it is accepted', { reviews: [], ourApproval: 'given' }, 'merge'],
  [
    'our approval does not count where only people are accepted',
    { reviews: [], ourApproval: 'given' },
    /no approval/,
    { accept: ['human'] },
  ],
  [
    'our status alone is no approval: it stands on a commit, not on a pull request',
    { reviews: [], checks: [green, ourStatus('success')] },
    /no approval/,
  ],
  [
    'our approval for another base, head or rules does not count, and why is said',
    { reviews: [], ourApproval: 'other' },
    /other head or base|another head or base/,
  ],
  [
    'our approval does not count for what somebody without our trust brings',
    { reviews: [], ourApproval: 'given', trusted: false },
    /no write access/,
  ],
  [
    'a review that we posted is no approval by itself',
    { reviews: [{ ...human, author: 'bot', ours: true }] },
    /no approval/,
  ],
  [
    'an approval from before it was given another base does not count',
    { reviews: [{ ...human, beforeRetarget: true }] },
    /no approval/,
  ],
  ['the owner of the branch cannot approve', { forkOwner: 'bob' }, /no approval/],
  ['a person does not count where only we are accepted', {}, /no approval/, { accept: ['autodev'] }],
  [
    'a human change request blocks, also on an older head',
    { reviews: [human, { ...human, author: 'carol', state: 'CHANGES_REQUESTED', commitSha: 'old' }] },
    /carol has requested/,
  ],
  [
    "a stranger's change request does not block",
    { reviews: [human, { ...human, author: 'eve', state: 'CHANGES_REQUESTED', mayWrite: false }] },
    'merge',
  ],
  [
    'our own demand on an older head is superseded by our approval of this one',
    {
      reviews: [{ ...human, author: 'bot', state: 'CHANGES_REQUESTED', commitSha: 'old', ours: true }],
      ourApproval: 'given',
    },
    'merge',
  ],
  [
    'our own demand on this head blocks',
    { reviews: [human, { ...human, author: 'bot', state: 'CHANGES_REQUESTED', ours: true }] },
    /bot has requested/,
  ],
  ['no check at all is a stated wait', { checks: [] }, /no check has reported/],
  ['our own status is not CI', { checks: [ourStatus('success')] }, /no check has reported/],
  [
    'nor is one of that name by somebody else',
    { checks: [{ ...ourStatus('success'), ours: false }] },
    /no check has reported/,
  ],
  ['no check at all is fine where CI is not required', { checks: [] }, 'merge', { requireCi: false }],
  [
    'a red check waits',
    { checks: [green, { context: 'lint', state: 'failure', ours: false }] },
    /lint is failure/,
  ],
  ['a pending check waits', { checks: [{ ...green, state: 'pending' }] }, /pending/],
  [
    'neutral and skipped do not stand in the way of a success',
    { checks: [green, { context: 'x', state: 'skipped', ours: false }] },
    'merge',
  ],
  [
    'checks that all were skipped or neutral are not green',
    {
      checks: [
        { ...green, state: 'neutral' },
        { context: 'x', state: 'skipped', ours: false },
      ],
    },
    /no check was successful/,
  ],
  [
    'a required check that was skipped is not green',
    { requiredChecks: ['ci/test'], checks: [{ ...green, state: 'skipped' }] },
    /ci\/test is skipped/,
  ],
  [
    'of two reports of one required check both have to be successes',
    { requiredChecks: ['ci/test'], checks: [green, { ...green, state: 'failure' }] },
    /ci\/test is failure/,
  ],
  ['a required check that has not reported waits', { requiredChecks: ['build'] }, /build has not reported/],
  [
    'where checks are required, others may be red',
    { requiredChecks: ['ci/test'], checks: [green, { context: 'flaky', state: 'failure', ours: false }] },
    'merge',
  ],
  [
    'required by configuration goes before required by protection',
    { requiredChecks: ['ci/test'] },
    /special has not reported/,
    { requiredChecks: ['special'] },
  ],
];

describe('the merge predicate', () => {
  for (const [what, change, expected, rule] of TABLE) {
    test(what, () => {
      const verdict = mayMerge({ ...facts, ...change }, HEAD, { ...rules, ...rule });
      if (expected instanceof RegExp) {
        assert.equal(verdict.kind, 'wait');
        assert.match(verdict.kind === 'wait' ? verdict.reason : '', expected);
      } else assert.equal(verdict.kind, expected);
    });
  }
});

describe('the latest opinion of a reviewer', () => {
  const review = (id: number, author: string, state: Review['state']): Review => ({
    id,
    author,
    state,
    body: '',
    commitSha: HEAD,
    submittedAt: `2026-01-01T00:00:0${id}Z`,
    url: '',
  });

  test('is not taken back by a later comment', () => {
    assert.deepEqual(
      latestOpinions([review(2, 'bob', 'COMMENTED'), review(1, 'bob', 'APPROVED')]).map((r) => r.state),
      ['APPROVED'],
    );
  });

  test('is replaced by a later demand or dismissal', () => {
    assert.deepEqual(
      latestOpinions([
        review(1, 'bob', 'APPROVED'),
        review(2, 'bob', 'CHANGES_REQUESTED'),
        review(3, 'bob', 'DISMISSED'),
      ]).map((r) => r.state),
      ['DISMISSED'],
    );
  });
});
