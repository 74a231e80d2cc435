import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Check } from '../../../work/pull.ts';
import { judgeChecks, PENDING_PATIENCE_MS, saysNeverRan, type CheckFacts } from './judge-checks.ts';

const check = (context: string, state: Check['state'], more: Partial<Check> = {}): Check => ({
  context,
  source: 'check_run',
  state,
  conclusion: state === 'pending' ? null : state,
  description: '',
  url: null,
  author: 'github-actions',
  id: 1,
  ...more,
});
const facts: CheckFacts = {
  now: 10_000_000_000,
  checks: [],
  redOnBase: [],
  baseRef: 'main',
  passedBefore: [],
  reruns: [],
  mayRerun: true,
  pendingSince: 10_000_000_000,
};
const red = check('test', 'failure');
const reran = { context: 'test', id: 1, at: facts.now - 60_000 };

const TABLE: [what: string, facts: Partial<CheckFacts>, expected: string][] = [
  ["all green is nobody's turn", { checks: [check('test', 'success')] }, ''],
  ['red for the first time is run once more', { checks: [red] }, 'rerun test'],
  ['red without leave to run it again is ours', { checks: [red], mayRerun: false }, 'fix test'],
  [
    'a red status cannot be run again and is ours',
    { checks: [check('test', 'failure', { id: null })] },
    'fix test',
  ],
  [
    'red again under a new number is ours',
    { checks: [check('test', 'failure', { id: 2 })], reruns: [reran] },
    'fix test',
  ],
  [
    'red under the same number a minute after it was run again waits',
    { checks: [red], reruns: [reran] },
    'wait is run once more',
  ],
  [
    'red under the same number long after is ours',
    { checks: [red], reruns: [{ ...reran, at: 0 }] },
    'fix test',
  ],
  [
    'green after it was run again is a flake',
    { checks: [check('test', 'success', { id: 2 })], reruns: [reran] },
    'flaky test',
  ],
  ['red on the base too is not ours', { checks: [red], redOnBase: ['test'] }, 'wait is red on main too'],
  [
    'green before on this very commit is a flake',
    { checks: [red], passedBefore: ['test'], mayRerun: false },
    'wait is red, but was green on this very commit before: a flake, not ours to fix',
  ],
  [
    'one that waits for a person never ran',
    { checks: [check('test', 'failure', { conclusion: 'action_required' })] },
    'wait waits for a person to allow it',
  ],
  [
    'one that was cancelled never ran',
    { checks: [check('test', 'failure', { conclusion: 'cancelled' })] },
    'wait was cancelled',
  ],
  [
    'with others still at work nothing is said yet',
    { checks: [red, check('lint', 'pending', { id: 5 })] },
    '',
  ],
  [
    'one that does not end holds the others up for an hour only',
    {
      checks: [red, check('lint', 'pending', { id: 5 })],
      pendingSince: facts.now - PENDING_PATIENCE_MS,
      mayRerun: false,
    },
    'fix test, wait has not ended for over an hour; it may have no runner',
  ],
];

describe('whose turn it is when checks are not green', () => {
  for (const [what, more, expected] of TABLE)
    test(what, () => {
      const { fix, rerun, flaky, waits } = judgeChecks({ ...facts, ...more });
      const told = [
        ...fix.map(({ context }) => `fix ${context}`),
        ...rerun.map(({ context }) => `rerun ${context}`),
        ...flaky.map((context) => `flaky ${context}`),
        ...waits.map((text) => `wait ${text.replace(/^the check \S+ /, '')}`),
      ];
      assert.equal(told.join(', '), expected);
    });

  test("the forge's own words for a job that never began are known, a test's words are not", () => {
    assert.ok(saysNeverRan(['The job was not started because recent account payments have failed']));
    assert.ok(
      saysNeverRan(['The job was not acquired by Runner of type hosted even after multiple attempts']),
    );
    assert.ok(!saysNeverRan(['expected 2, got 1', 'AssertionError']));
  });
});
