import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import type { History } from '../engine/history.ts';
import { decide } from './decide.ts';
import type { IssueInput } from './input.ts';
import { judge } from './judge.ts';

const input: IssueInput = {
  repo: 'o/r',
  number: 1,
  title: 't',
  body: 'b',
  author: 'a',
  contentHash: 'h',
  comments: [],
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

type Expected =
  | { step: string; phase?: string; restsAs?: string }
  | { end: string; reason?: RegExp; carry?: string[]; lesson?: string };

const TABLE: [what: string, done: History, expected: Expected][] = [
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
    'a question ends in skip',
    finished(['analyze', 0, analysis('needs_clarification')], ['report', 0, {}]),
    { end: 'skip', reason: /clarification/ },
  ],
  [
    'too little confidence ends in skip',
    finished(['analyze', 0, analysis('implement', 0.69)], ['report', 0, {}]),
    { end: 'skip', reason: /not confident/ },
  ],
  [
    'confidence at the threshold is enough',
    finished(['analyze', 0, analysis('implement', 0.7)], ['report', 0, {}]),
    { step: 'implement', phase: 'Implementing', restsAs: 'Ready' },
  ],
  [
    'an empty difference is a failure, and the analysis is kept',
    finished(...begun, ['implement', 0, work([])]),
    { end: 'failed', carry: ['analyze', 'report'] },
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
    'after the hand-over it is skipped',
    finished(...begun, ['implement', 0, work(['a'], 101)], ['handover', 0, {}]),
    { end: 'skip' },
  ],
  [
    'failing checks fail the attempt and teach the next one',
    finished(...begun, ['implement', 0, work(['a']), 'c1'], ['check', 0, failing]),
    { end: 'failed', carry: ['analyze', 'report'], lesson: 'expected 1, got 2' },
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

  test('a wontfix with full confidence is still a wontfix', () => {
    assert.equal(judge({ ...analysis('wontfix', 1), verdict: 'wontfix' }, 0), 'wontfix');
  });
});
