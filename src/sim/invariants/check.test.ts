import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runId, workId } from '../../work/ids.ts';
import { check, INVARIANTS } from './check.ts';
import type { EntryFact, Facts, JournalFact, SessionFact } from './facts.ts';

const issue: EntryFact = {
  repo: 'o/r',
  number: 1,
  state: 'open',
  author: 'person',
  labels: [],
  comments: [],
  reviews: [],
  labelled: [],
};
const work = workId('issue', 'o/r', 1);
const pull = (number: number): EntryFact => ({
  ...issue,
  number,
  author: 'bot',
  pull: { head: 'autodev/issue-1', sha: String(number), base: 'main', merged: false },
});
const session: SessionFact = {
  daemon: 'd',
  repo: 'o/r',
  work,
  run: runId(work, 'abc', 1),
  role: 'analyze',
  step: 'analyze',
  told: 'x',
  began: 0,
  ended: null,
  ok: true,
  costUsd: 1,
  limits: { atOnce: 1, atOncePerRepo: 1, reviews: 2, itemUsd: 5, repoDayUsd: 9, dayUsd: 9 },
  day: '2026-01-01',
};
const journal: JournalFact = {
  daemon: 'd',
  runs: [],
  steps: [],
  effects: [],
  events: [],
  labels: [],
  attempts: [],
  waits: [],
  spent: [],
  questions: [],
};
const rest = {
  daemons: [{ daemon: 'd', now: 0, queued: [] }],
  worktrees: [],
  locks: [],
  processes: [],
  wanted: [],
};
const facts = (more: Partial<Facts>): Facts => ({ logins: ['bot'], entries: [issue], ...more });
const said = (body: string, author = 'bot') => ({ id: 1, author, body });

/** For each invariant something that breaks it. */
const BROKEN: Record<string, Facts> = {
  'one-pull-per-issue': facts({ entries: [pull(2), pull(3)] }),
  'nothing-twice': facts({
    entries: [{ ...issue, comments: [said('a\n<!-- autodev:x k -->'), said('b\n<!-- autodev:x k -->')] }],
  }),
  'merge-by-the-rules': facts({
    merges: [{ repo: 'o/r', number: 2, sha: 'a', by: 'd', lacking: ['nobody approved it'] }],
  }),
  'nothing-paid-twice': facts({
    sessions: [
      { ...session, ended: 1 },
      { ...session, began: 2, ended: 3 },
    ],
  }),
  'within-budget': facts({
    sessions: [1, 2, 3].map((n) => ({ ...session, told: '', began: n, ended: n, costUsd: 4 })),
  }),
  'within-limits': facts({
    sessions: [session, { ...session, told: 'y', work: workId('issue', 'o/r', 2), began: 1 }],
  }),
  'labels-agree': facts({ entries: [{ ...issue, labels: ['autodev:wip'] }], rest }),
  'nothing-forgotten': facts({ rest: { ...rest, wanted: [{ repo: 'o/r', number: 1, work }] } }),
  'nothing-left': facts({ rest: { ...rest, locks: ['o/r'] } }),
  'log-tells-all': facts({
    journals: [
      {
        ...journal,
        events: [
          {
            type: 'effect.done',
            work,
            run: session.run,
            effect: 'push',
            target: 'b',
            found: false,
            seq: 1,
            at: '',
          },
        ],
      },
    ],
  }),
};

describe('the invariants', () => {
  for (const { name, about } of INVARIANTS)
    test(`${name}: ${about}`, () => {
      const broken = BROKEN[name];
      assert.ok(broken, 'there is something that breaks it');
      assert.deepEqual([...new Set(check(broken).map(({ invariant }) => invariant))], [name]);
      const others = INVARIANTS.filter((each) => each.name !== name);
      assert.deepEqual(check(broken, others), [], 'nothing else sees it');
    });

  test('nothing is broken where nothing is known', () => {
    assert.deepEqual(check(facts({})), []);
  });

  test('what a paused daemon begins is seen', () => {
    const [seen] = check(facts({ begunInPause: [{ daemon: 'd', work }] }));
    assert.equal(seen?.invariant, 'within-limits');
  });

  test('a request before the forge answers again is seen', () => {
    const [seen] = check(facts({ tooSoon: [{ daemon: 'd', called: 'issue' }] }));
    assert.equal(seen?.invariant, 'within-limits');
  });

  test('more reviews than a run may have are seen', () => {
    const reviews = [1, 2, 3].map((n) => ({
      ...session,
      role: 'review',
      told: String(n),
      began: n,
      ended: n,
    }));
    assert.deepEqual(check(facts({ sessions: reviews.slice(1) })), []);
    assert.equal(check(facts({ sessions: reviews }))[0]?.what, 'it was reviewed 3 times in one run');
  });

  test('a comment may be written again when a person has spoken since', () => {
    const mark = '<!-- autodev:analysis issue:o/r:1 -->';
    const comments = [said(`a\n${mark}`), said('what about b?', 'person'), said(`b\n${mark}`)];
    assert.deepEqual(check(facts({ entries: [{ ...issue, comments }] })), []);
  });
});
