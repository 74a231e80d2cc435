import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import type { History } from '../engine/history.ts';
import { decide } from './decide.ts';
import type { PullInput } from './input.ts';

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

const TABLE: [what: string, done: History, expected: string, input?: Partial<PullInput>][] = [
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
  for (const [what, done, expected, change] of TABLE) {
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
