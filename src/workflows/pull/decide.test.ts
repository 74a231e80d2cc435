import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import type { History } from '../engine/steps/history.ts';
import { decide } from './decide.ts';
import type { Again, PullInput } from './input.ts';
import type { PullResults } from './results.ts';

const input: PullInput = {
  repo: 'o/r',
  number: 5,
  title: 't',
  body: 'b',
  author: 'a',
  contentHash: 'h',
  headRef: 'x',
  headSha: 'h0',
  baseRef: 'main',
  baseSha: 'base',
  improvable: true,
  maxRounds: 3,
  onExhausted: 'human',
  model: 'sonnet',
  language: 'en',
  limits: { protectedPaths: ['CODEOWNERS'], patchBytes: 100, patchFiles: 2 },
  versions: { prompts: 1, verdicts: 1 },
  lesson: null,
};
type Steps = [string, number, unknown, string?][];
const reviewed = (round: number, verdict: 'approve' | 'request_changes'): Steps => [
  ['review', round, { sha: `h${round}`, verdict, summary: '', open: [], fresh: [], settled: [] }],
  ['publish', round, {}],
];
const improved = (round: number): Steps => [
  ['improve', round, { files: ['a'], patchBytes: 1, summary: '' }, `h${round + 1}`],
  ['check', round, { ok: true, commands: [], output: '' }],
  ['push', round, { sha: `h${round + 1}` }],
];
const asks = (round: number) => reviewed(round, 'request_changes');
const said = (answer: string) => ({ question: 'q-1', answer, by: 'ann' });
const used = (answer: string): Steps => [...asks(0), ['exhausted', 0, {}], ['ask:rounds', 0, said(answer)]];
const large: Steps[number] = ['improve', 0, { files: ['a'], patchBytes: 101, summary: '' }, 'h1'];
const no = (text: string) => ({ ok: false, commands: [], output: text });

type Row = [what: string, done: History<PullResults>, expected: string, input?: Partial<PullInput>];
const nothing: Again = {
  remarks: [],
  questions: [],
  red: [],
  neverRan: [],
  rerun: [],
  flaky: [],
  remarkRounds: 0,
  ciRounds: 0,
  maxCiRounds: 2,
};
const remark = { key: 't1', thread: 1, author: 'ann', path: 'a', line: 1, outdated: false, body: 'no' };
const test1 = { context: 'test', id: 1, output: 'expected two' };
const again = (more: Partial<Again>): Partial<PullInput> => ({ again: { ...nothing, ...more } });
const remarked = again({ remarks: [remark] });
const answered = { files: [], patchBytes: 0, summary: '', answers: [{ id: 't1', done: false, text: 'no' }] };

const AGAIN: Row[] = [
  ['with nothing left to do it is not paid for again', finished(), 'end done', again({})],
  [
    'remarks lead to an improvement without a review',
    finished(),
    'improve/0 Improving after ReviewDone',
    remarked,
  ],
  [
    'an improvement for remarks is answered after its push',
    finished(...improved(0)),
    'reply/0 Improving',
    remarked,
  ],
  [
    'and then reviewed',
    finished(...improved(0), ['reply', 0, {}]),
    'review/1 Reviewing after Improved',
    remarked,
  ],
  [
    'approved, whoever asked is asked again',
    finished(...improved(0), ['reply', 0, {}], ...reviewed(1, 'approve')),
    'askAgain/0 Reviewing',
    remarked,
  ],
  [
    'and it is done',
    finished(...improved(0), ['reply', 0, {}], ...reviewed(1, 'approve'), ['askAgain', 0, {}]),
    'end done',
    remarked,
  ],
  ['answers without a change are said', finished(['improve', 0, answered]), 'reply/0 Improving', remarked],
  [
    'and nothing is pushed or reviewed',
    finished(['improve', 0, answered], ['reply', 0, {}], ['askAgain', 0, {}]),
    'end done',
    remarked,
  ],
  [
    'no change and no answer fails',
    finished(['improve', 0, { ...answered, answers: [] }]),
    'end failed carrying ',
    remarked,
  ],
  [
    'who argues for ever is left to a person',
    finished(),
    'ask:remarks/0? continue stop',
    again({ remarks: [remark], remarkRounds: 3 }),
  ],
  [
    'who may go on',
    finished(['ask:remarks', 0, said('continue')]),
    'improve/0 Improving after ReviewDone',
    again({ remarks: [remark], remarkRounds: 3 }),
  ],
  [
    'a question is answered',
    finished(),
    'answer/0 Reviewing',
    again({ questions: [{ key: 'c1', author: 'ann', body: '?' }] }),
  ],
  [
    'and said, and nothing else',
    finished(['answer', 0, {}], ['say', 0, {}]),
    'end done',
    again({ questions: [{ key: 'c1', author: 'ann', body: '?' }] }),
  ],
  [
    'a red check is run again',
    finished(),
    'rerun/0 Reviewing',
    again({ rerun: [{ context: 'test', id: 1 }] }),
  ],
  [
    'and waited for',
    finished(['rerun', 0, {}]),
    'end waiting',
    again({ rerun: [{ context: 'test', id: 1 }] }),
  ],
  [
    'with remarks there will be another head, so it is not',
    finished(),
    'improve/0 Improving after ReviewDone',
    again({ remarks: [remark], rerun: [{ context: 'test', id: 1 }] }),
  ],
  ['a check to fix is counted', finished(), 'ci/0 Reviewing', again({ red: [test1] })],
  ['and fixed', finished(['ci', 0, {}]), 'improve/0 Improving after ReviewDone', again({ red: [test1] })],
  [
    'and reviewed, with nobody to answer',
    finished(['ci', 0, {}], ...improved(0)),
    'review/1 Reviewing after Improved',
    again({ red: [test1] }),
  ],
  [
    'always red, a person is asked',
    finished(),
    'ask:ci/0? continue stop',
    again({ red: [test1], ciRounds: 2 }),
  ],
  [
    'a person may stop it',
    finished(['ask:ci', 0, said('stop')]),
    'end skip',
    again({ red: [test1], ciRounds: 2 }),
  ],
  ['what never ran is remembered', finished(), 'neverRan/0 Reviewing', again({ neverRan: [test1] })],
  ['and waited for', finished(['neverRan', 0, {}]), 'end waiting', again({ neverRan: [test1] })],
  ['a flake is counted', finished(), 'flaky/0 Reviewing', again({ flaky: ['test'] })],
  ['and it stays done', finished(['flaky', 0, {}]), 'end done', again({ flaky: ['test'] })],
];

const TABLE: Row[] = [
  ['it is reviewed first', finished(), 'review/0 Reviewing'],
  ['a verdict is published', finished(['review', 0, { verdict: 'approve' }]), 'publish/0 Reviewing'],
  ['an approval ends in done', finished(...reviewed(0, 'approve')), 'end done'],
  [
    'a demand for changes leads to an improvement, after a rest',
    finished(...asks(0)),
    'improve/0 Improving after ReviewDone',
  ],
  [
    'a fork only gets its review and waits for a push',
    finished(...asks(0)),
    'end done',
    { improvable: false },
  ],
  ['an improvement is checked', finished(...asks(0), ...improved(0).slice(0, 1)), 'check/0 Improving'],
  ['a checked improvement is pushed', finished(...asks(0), ...improved(0).slice(0, 2)), 'push/0 Improving'],
  [
    'a pushed improvement is reviewed again, after a rest',
    finished(...asks(0), ...improved(0)),
    'review/1 Reviewing after Improved',
  ],
  [
    'the second approval ends in done',
    finished(...asks(0), ...improved(0), ...reviewed(1, 'approve')),
    'end done',
  ],
  [
    'the second demand leads to a second improvement',
    finished(...asks(0), ...improved(0), ...asks(1)),
    'improve/1 Improving after ReviewDone',
  ],
  [
    'after the last round a person is asked',
    finished(...asks(0), ...improved(0), ...asks(1), ...improved(1), ...asks(2)),
    'exhausted/2 Reviewing',
  ],
  [
    'and may approve, continue or stop',
    finished(...asks(0), ...improved(0), ...asks(1), ...improved(1), ...asks(2), ['exhausted', 2, {}]),
    'ask:rounds/2? approve continue stop',
  ],
  ['a yes is an approval', finished(...used('approve')), 'approve/0 Reviewing', { maxRounds: 1 }],
  ['which ends in done', finished(...used('approve'), ['approve', 0, {}]), 'end done', { maxRounds: 1 }],
  [
    'one more round is improved like any other',
    finished(...used('continue')),
    'improve/0 Improving after ReviewDone',
    { maxRounds: 1 },
  ],
  [
    'and asked about again when it does not help',
    finished(...used('continue'), ...improved(0), ...asks(1)),
    'exhausted/1 Reviewing',
    { maxRounds: 1 },
  ],
  [
    'with an answer of its own',
    finished(...used('continue'), ...improved(0), ...asks(1), ['exhausted', 1, {}]),
    'ask:rounds/1? approve continue stop',
    { maxRounds: 1 },
  ],
  ['a stop leaves it', finished(...used('stop')), 'end skip', { maxRounds: 1 }],
  [
    'or it is approved with a warning where that is configured',
    finished(...asks(0), ['exhausted', 0, {}]),
    'end done',
    { maxRounds: 1, onExhausted: 'approve' },
  ],
  [
    'one round only means no improvement at all',
    finished(...asks(0)),
    'exhausted/0 Reviewing',
    { maxRounds: 1 },
  ],
  [
    'an improvement that changed nothing is a failure',
    finished(...asks(0), ['improve', 0, { files: [], patchBytes: 0, summary: '' }]),
    'end failed carrying review/0 publish/0',
  ],
  [
    'an improvement of protected files is handed to a person',
    finished(...asks(0), ['improve', 0, { files: ['CODEOWNERS'], patchBytes: 1, summary: '' }]),
    'handover/0 Improving',
  ],
  [
    'a secret is handed to a person',
    finished(...asks(0), [
      'improve',
      0,
      { files: ['a'], patchBytes: 1, secrets: [{ kind: 'k', path: 'a', line: 1 }], summary: '' },
    ]),
    'handover/0 Improving',
  ],
  [
    'after the hand-over a person is asked about exactly this commit',
    finished(...asks(0), large, ['handover', 0, {}]),
    'ask:patch:h1/0? approve stop',
  ],
  [
    'an approved improvement is checked',
    finished(...asks(0), large, ['handover', 0, {}], ['ask:patch:h1', 0, said('approve')]),
    'check/0 Improving',
  ],
  [
    'a stopped one is left',
    finished(...asks(0), large, ['handover', 0, {}], ['ask:patch:h1', 0, said('stop')]),
    'end skip',
  ],
  [
    'what fails after an approval is asked about again',
    finished(
      ...asks(0),
      large,
      ['handover', 0, {}],
      ['ask:patch:h1', 0, said('approve')],
      ['check', 0, no('boom')],
    ),
    'end failed carrying review/0 publish/0',
  ],
  [
    'failing checks fail the attempt and keep the review',
    finished(...asks(0), ...improved(0).slice(0, 1), ['check', 0, no('boom')]),
    'end failed carrying review/0 publish/0',
  ],
  [
    'a failure in the second round keeps the first',
    finished(...asks(0), ...improved(0), ...asks(1), ...improved(1).slice(0, 1), ['check', 1, no('boom')]),
    'end failed carrying review/0 publish/0 improve/0 check/0 push/0 review/1 publish/1',
  ],
];

describe('the pull request flow decides', () => {
  for (const [what, done, expected, change] of [...TABLE, ...AGAIN]) {
    test(what, () => {
      const move = decide({ ...input, ...change }, done);
      const said =
        move.kind === 'step'
          ? `${move.name}/${move.round} ${move.phase}${move.restsAs ? ` after ${move.restsAs}` : ''}`
          : move.kind === 'ask'
            ? `${move.name}/${move.round}? ${move.options.join(' ')}`
            : `end ${move.outcome}${move.carry ? ` carrying ${move.carry.map((key) => `${key.name}/${key.round}`).join(' ')}` : ''}`;
      assert.equal(said, expected);
    });
  }
});
