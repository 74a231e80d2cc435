import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import type { History } from '../engine/steps/history.ts';
import { decide } from './decide.ts';
import type { MergeInput } from './input.ts';
import type { MergeResults } from './results.ts';

const input: MergeInput = {
  repo: 'o/r',
  number: 5,
  title: 't',
  author: 'a',
  contentHash: 'h',
  headRef: 'x',
  headSha: 'h0',
  baseRef: 'main',
  baseSha: 'base',
  ownBranch: true,
  resolvedBefore: 0,
  language: 'en',
  limits: { protectedPaths: ['CODEOWNERS'], patchBytes: 100, patchFiles: 9 },
  versions: { prompts: 1 },
  lesson: null,
};
const ok = ['inspect', 0, { kind: 'merge' }] as [string, number, unknown];
const conflict = ['inspect', 0, { kind: 'conflict' }] as [string, number, unknown];
const resolved = ['resolve', 0, { files: ['a'], patchBytes: 1, unresolved: [] }] as [string, number, unknown];
const said = (answer: string) => ({ question: 'q-1', answer, by: 'ann' });
const protectedOne: [string, number, unknown, string] = [
  'resolve',
  0,
  { files: ['CODEOWNERS'], patchBytes: 1, unresolved: [] },
  'm1',
];
const refused = { merged: false, why: 'base was modified' };

const TABLE: [what: string, done: History<MergeResults>, expected: string, input?: Partial<MergeInput>][] = [
  ['it is inspected first', finished(), 'inspect/0 Merging'],
  ['what may be merged is merged', finished(ok), 'merge/0 Merging'],
  ['a merge ends in done', finished(ok, ['merge', 0, { merged: true }]), 'end done'],
  ['what somebody else merged is done', finished(['inspect', 0, { kind: 'merged' }]), 'end done'],
  [
    'what may not be merged now leaves quietly',
    finished(['inspect', 0, { kind: 'wait', reason: 'red' }]),
    'end waiting',
  ],
  ['a refused merge is inspected again', finished(ok, ['merge', 0, refused]), 'inspect/1 Merging'],
  [
    'three refusals are enough',
    finished(
      ok,
      ['merge', 0, refused],
      ['inspect', 1, { kind: 'merge' }],
      ['merge', 1, refused],
      ['inspect', 2, { kind: 'merge' }],
      ['merge', 2, refused],
    ),
    'end waiting',
  ],
  ['a conflict is resolved', finished(conflict), 'resolve/0 Conflict'],
  [
    'a conflict found at the merge is resolved in the next round',
    finished(ok, ['merge', 0, refused], ['inspect', 1, { kind: 'conflict' }]),
    'resolve/1 Conflict',
  ],
  ["a fork's conflict waits for its author", finished(conflict), 'end waiting', { ownBranch: false }],
  [
    'markers left behind are a failure',
    finished(conflict, ['resolve', 0, { files: ['a'], patchBytes: 1, unresolved: ['a'] }]),
    'end failed',
  ],
  ['a resolution is checked', finished(conflict, resolved), 'check/0 Conflict'],
  [
    'a resolution that breaks the checks is a failure',
    finished(conflict, resolved, ['check', 0, { ok: false, commands: [], output: 'x' }]),
    'end failed',
  ],
  [
    'a checked resolution is pushed',
    finished(conflict, resolved, ['check', 0, { ok: true, commands: [], output: '' }]),
    'push/0 Conflict',
  ],
  [
    'a pushed resolution is reviewed again',
    finished(
      conflict,
      resolved,
      ['check', 0, { ok: true, commands: [], output: '' }],
      ['push', 0, { sha: 'x' }],
    ),
    'end again',
  ],
  [
    'a resolution of protected files needs a person',
    finished(conflict, ['resolve', 0, { files: ['CODEOWNERS'], patchBytes: 1, unresolved: [] }]),
    'handover/0 Conflict',
  ],
  [
    'a secret is handed to a person',
    finished(conflict, [
      'resolve',
      0,
      { files: ['a'], patchBytes: 1, secrets: [{ kind: 'k', path: 'a', line: 1 }], unresolved: [] },
    ]),
    'handover/0 Conflict',
  ],
  ['after two resolutions a person is asked', finished(conflict), 'giveUp/0 Conflict', { resolvedBefore: 2 }],
  [
    'and may continue or stop',
    finished(conflict, ['giveUp', 0, {}]),
    'ask:conflict/0? continue stop',
    { resolvedBefore: 2 },
  ],
  [
    'one more resolution is made when they say so',
    finished(conflict, ['giveUp', 0, {}], ['ask:conflict', 0, said('continue')]),
    'resolve/0 Conflict',
    { resolvedBefore: 2 },
  ],
  [
    'it is left when they say stop',
    finished(conflict, ['giveUp', 0, {}], ['ask:conflict', 0, said('stop')]),
    'end skip',
    { resolvedBefore: 2 },
  ],
  [
    'after the hand-over a person is asked about exactly this commit',
    finished(conflict, protectedOne, ['handover', 0, {}]),
    'ask:patch:m1/0? approve stop',
  ],
  [
    'an approved resolution is checked',
    finished(conflict, protectedOne, ['handover', 0, {}], ['ask:patch:m1', 0, said('approve')]),
    'check/0 Conflict',
  ],
];

describe('the merge flow decides', () => {
  for (const [what, done, expected, change] of TABLE) {
    test(what, () => {
      const move = decide({ ...input, ...change }, done);
      assert.equal(
        move.kind === 'step'
          ? `${move.name}/${move.round} ${move.phase}`
          : move.kind === 'ask'
            ? `${move.name}/${move.round}? ${move.options.join(' ')}`
            : `end ${move.outcome}`,
        expected,
      );
    });
  }
});
