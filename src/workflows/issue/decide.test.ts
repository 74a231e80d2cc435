import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import type { History } from '../engine/steps/history.ts';
import { decide } from './decide.ts';
import type { IssueInput } from './input.ts';
import type { IssueResults } from './results.ts';
import { judge } from './judge.ts';

const input: IssueInput = {
  repo: 'o/r',
  number: 1,
  title: 't',
  body: 'b',
  author: 'a',
  contentHash: 'h',
  comments: [],
  answers: [],
  baseRef: 'main',
  baseSha: 'base',
  confidenceThreshold: 0.7,
  workflow: 'direct',
  model: 'sonnet',
  language: 'en',
  limits: { protectedPaths: ['.github/**', '**/package-lock.json'], patchBytes: 100, patchFiles: 2 },
  versions: { prompts: 1, verdicts: 1 },
  lesson: null,
};
const analysis = (verdict: string, confidence = 0.9) => ({
  verdict,
  confidence,
  summary: 's',
  affected_files: [],
  implementation_plan: '',
  checkpoints: [],
  risks: [],
  questions: [],
});
const work = (files: string[], patchBytes = 10) => ({ files, patchBytes, summary: 's' });
const passed = { ok: true, commands: [], output: '' };
const failing = { ok: false, commands: [], output: 'expected 1, got 2' };
const begun = [
  ['analyze', 0, analysis('implement')],
  ['report', 0, {}],
] as [string, number, unknown][];

const BEFORE = ['answers', 'analyze', 'report', 'ask:clarify'];
const said = (answer: string) => ({ question: 'q-1', answer, by: 'ann' });
const unsure = [
  ['analyze', 0, analysis('implement', 0.69)],
  ['report', 0, {}],
] as [string, number, unknown][];

type Expected =
  | { ask: string; options: string[] }
  | { step: string; phase?: string; restsAs?: string }
  | { end: string; reason?: RegExp; carry?: string[]; lesson?: string };

const TABLE: [what: string, done: History<IssueResults>, expected: Expected][] = [
  ['nothing is done: it is analysed', finished(), { step: 'analyze', phase: 'Analyzing' }],
  [
    'an analysis is reported before anything else',
    finished(['analyze', 0, analysis('implement')]),
    { step: 'report', phase: 'Analyzing' },
  ],
  ['a wontfix is reported, too', finished(['analyze', 0, analysis('wontfix')]), { step: 'report' }],
  [
    'a wontfix ends in skip',
    finished(['analyze', 0, analysis('wontfix')], ['report', 0, {}]),
    { end: 'skip', reason: /advises against/ },
  ],
  [
    'a question is put to a person',
    finished(['analyze', 0, analysis('needs_clarification')], ['report', 0, {}]),
    { ask: 'ask:clarify', options: [] },
  ],
  [
    'too little confidence is put to a person, who may say yes',
    finished(...unsure),
    { ask: 'ask:clarify', options: ['approve', 'stop'] },
  ],
  [
    'a yes to too little confidence starts the work',
    finished(...unsure, ['ask:clarify', 0, said('approve')]),
    { step: 'implement', restsAs: 'Ready' },
  ],
  [
    'a stop leaves it',
    finished(...unsure, ['ask:clarify', 0, said('stop')]),
    { end: 'skip', reason: /person said stop/ },
  ],
  [
    'confidence at the threshold is enough',
    finished(['analyze', 0, analysis('implement', 0.7)], ['report', 0, {}]),
    { step: 'implement', phase: 'Implementing', restsAs: 'Ready' },
  ],
  [
    'an empty difference is a failure, and the analysis is kept',
    finished(...begun, ['implement', 0, work([])]),
    { end: 'failed', carry: BEFORE },
  ],
  [
    'a change is checked',
    finished(...begun, ['implement', 0, work(['a.js']), 'c1']),
    { step: 'check', phase: 'Implementing' },
  ],
  [
    'a protected path is handed to a person',
    finished(...begun, ['implement', 0, work(['.github/workflows/x.yml'])]),
    { step: 'handover' },
  ],
  [
    'a lock file is protected wherever it is',
    finished(...begun, ['implement', 0, work(['web/package-lock.json'])]),
    { step: 'handover' },
  ],
  [
    'too many files are handed to a person',
    finished(...begun, ['implement', 0, work(['a', 'b', 'c'])]),
    { step: 'handover' },
  ],
  [
    'too large a patch is handed to a person',
    finished(...begun, ['implement', 0, work(['a'], 101)]),
    { step: 'handover' },
  ],
  [
    'a secret is handed to a person',
    finished(...begun, ['implement', 0, { ...work(['a']), secrets: [{ kind: 'k', path: 'a', line: 1 }] }]),
    { step: 'handover' },
  ],
  [
    'after the hand-over a person is asked about exactly this commit',
    finished(...begun, ['implement', 0, work(['a'], 101), 'c1'], ['handover', 0, {}]),
    { ask: 'ask:patch:c1', options: ['approve', 'stop'] },
  ],
  [
    'an approved change is checked like any other',
    finished(
      ...begun,
      ['implement', 0, work(['a'], 101), 'c1'],
      ['handover', 0, {}],
      ['ask:patch:c1', 0, said('approve')],
    ),
    { step: 'check' },
  ],
  [
    'an approval of another commit is none of this one',
    finished(
      ...begun,
      ['implement', 0, work(['a'], 101), 'c2'],
      ['handover', 0, {}],
      ['ask:patch:c1', 0, said('approve')],
    ),
    { ask: 'ask:patch:c2', options: ['approve', 'stop'] },
  ],
  [
    'a stopped change is left',
    finished(
      ...begun,
      ['implement', 0, work(['a'], 101), 'c1'],
      ['handover', 0, {}],
      ['ask:patch:c1', 0, said('stop')],
    ),
    { end: 'skip', reason: /person said stop/ },
  ],
  [
    'a secret can be approved by nobody',
    finished(
      ...begun,
      ['implement', 0, { ...work(['a']), secrets: [{ kind: 'k', path: 'a', line: 1 }] }, 'c1'],
      ['handover', 0, {}],
      ['ask:patch:c1', 0, said('approve')],
    ),
    { end: 'skip', reason: /needs a person/ },
  ],
  [
    'failing checks fail the attempt and teach the next one',
    finished(...begun, ['implement', 0, work(['a']), 'c1'], ['check', 0, failing]),
    { end: 'failed', carry: BEFORE, lesson: 'expected 1, got 2' },
  ],
  [
    'passing checks lead to the push',
    finished(...begun, ['implement', 0, work(['a']), 'c1'], ['check', 0, passed]),
    { step: 'push' },
  ],
  [
    'the push leads to the pull request',
    finished(...begun, ['implement', 0, work(['a']), 'c1'], ['check', 0, passed], ['push', 0, { sha: 'c1' }]),
    { step: 'pull' },
  ],
  [
    'the pull request ends in done',
    finished(
      ...begun,
      ['implement', 0, work(['a']), 'c1'],
      ['check', 0, passed],
      ['push', 0, { sha: 'c1' }],
      ['pull', 0, { number: 7 }],
    ),
    { end: 'done', reason: /PR #7/ },
  ],
];

describe('the issue flow decides', () => {
  for (const [what, done, expected] of TABLE) {
    test(what, () => {
      const move = decide(input, done);
      if ('step' in expected) {
        assert.equal(move.kind, 'step');
        if (move.kind !== 'step') return;
        assert.equal(move.name, expected.step);
        if (expected.phase !== undefined) assert.equal(move.phase, expected.phase);
        assert.equal(move.restsAs, expected.restsAs);
        return;
      }
      if ('ask' in expected) {
        assert.ok(move.kind === 'ask' && move.text !== '');
        assert.deepEqual([move.name, move.options], [expected.ask, expected.options]);
        return;
      }
      assert.equal(move.kind, 'end');
      if (move.kind !== 'end') return;
      assert.equal(move.outcome, expected.end);
      if (expected.reason) assert.match(move.reason, expected.reason);
      if (expected.carry)
        assert.deepEqual(
          move.carry?.map((key) => key.name),
          expected.carry,
        );
      if (expected.lesson) assert.deepEqual(move.lesson, { text: expected.lesson, commit: 'c1' });
    });
  }

  describe('a design that passed its review is not paid again', () => {
    const design = { name: 'design', round: 0, result: { summary: 's', checkpoints: [] } };
    const review = (clean: boolean) => ({ name: 'review', round: 0, result: { clean, reasons: [] } });
    const checkpoint = { id: 'cp', description: 'd', validation: { command: ['x'] }, dependencies: [] };
    const planned = { ...design, result: { summary: 's', checkpoints: [checkpoint] } };
    const attempt = (failure: string) => ({
      name: 'attempt',
      round: 0,
      result: {
        id: 'cp',
        iteration: 1,
        summary: '',
        validated: { ok: false, command: 'x', output: '', failure },
      },
    });
    const rounds = (...steps: unknown[]) => {
      const done = steps.map((result, round) => ['develop', round, result] as [string, number, unknown]);
      const move = decide({ ...input, workflow: 'develop' }, finished(...begun, ...done));
      assert.equal(move.kind, 'end');
      return move.kind === 'end' ? move.carry?.filter(({ name }) => name === 'develop') : undefined;
    };

    test('after a failure of the environment, which a person can mend', () => {
      assert.deepEqual(rounds(planned, review(true), attempt('ENV_ISSUE')), [
        { name: 'develop', round: 0 },
        { name: 'develop', round: 1 },
      ]);
    });

    test('but anew where the work showed that the design is wrong, or no review was clean', () => {
      assert.deepEqual(rounds(planned, review(true), attempt('DESIGN_MISMATCH')), []);
      const refused = [design, review(false), design, review(false), design, review(false)];
      assert.deepEqual(rounds(...refused), []);
    });
  });

  test('an answer is said on the issue before it is analysed again', () => {
    const answers = [{ question: 'q-1', asked: 'Which?', by: 'ann', text: 'the second' }];
    const moves = [finished<IssueResults>(), finished<IssueResults>(['answers', 0, {}])].map((done) =>
      decide({ ...input, answers }, done),
    );
    assert.deepEqual(
      moves.map((move) => move.kind === 'step' && move.name),
      ['answers', 'analyze'],
    );
  });

  test('a wontfix with full confidence is still a wontfix', () => {
    assert.equal(judge({ ...analysis('wontfix', 1), verdict: 'wontfix' }, 0), 'wontfix');
  });
});
