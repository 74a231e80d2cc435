import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import { decide } from './decide.ts';
import type { CompileInput } from './input.ts';
import type { CompileResults } from './results.ts';

const input: CompileInput = {
  repo: 'spec/x',
  number: 1,
  title: 't',
  author: '',
  contentHash: 'k',
  baseRef: '',
  baseSha: '',
  lesson: null,
  dir: 'src/a',
  language: 'typescript',
  mode: 'create',
  conflict: 'skip',
  phase: 'full',
  claudeMd: '',
  planning: {},
  conventions: [],
  hasConvention: false,
  lint: [],
  dependencies: [],
  references: [],
  clauses: [{ id: 'B1', kind: 'behavior', text: 'a → b', line: 1, hash: 'h' }],
  known: [],
  recorded: [],
  key: 'k',
  style: 's',
  restyle: false,
  testFiles: [],
  feedback: [],
  healing: [],
};

const run = (outcome: 'passed' | 'failed' | 'environment') => ({
  outcome,
  total: 1,
  passed: 0,
  failed: 1,
  output: 'why',
});
const empty = {
  untested: ['B1'],
  retired: [],
  run: null,
  hasSource: false,
  exportsFit: false,
  missingValues: [],
  testFiles: [],
};
const settled = {
  ...empty,
  untested: [],
  run: run('passed'),
  hasSource: true,
  exportsFit: true,
  testFiles: ['src/a/a.test.ts'],
};
const changed = { files: {}, breaches: [], skipped: [] };
const red = (problems: string[] = [], early: string[] = []) => ({
  ...changed,
  run: run('failed'),
  testFiles: ['t'],
  problems,
  early,
});
const green = (outcome: 'passed' | 'failed' | 'environment', breaches: string[] = []) => ({
  ...changed,
  breaches,
  run: run(outcome),
});
const review = (score: number) => ({ score, feedback: [] });

type Step = [name: string, round: number, result: unknown];

function next(steps: Step[], given: Partial<CompileInput> = {}): string {
  const move = decide({ ...input, ...given }, finished<CompileResults>(...steps));
  if (move.kind === 'step') return `${move.name} ${move.round}`;
  return move.kind === 'end' ? `${move.outcome}: ${move.reason}` : move.kind;
}

describe('a module goes', () => {
  const tested: Step[] = [
    ['look', 0, empty],
    ['red', 0, red()],
    ['review', 0, review(100)],
  ];

  test('from RED by way of a review to GREEN, REFACTOR, notes and into the tree', () => {
    assert.equal(next([]), 'look 0');
    assert.equal(next([['look', 0, empty]]), 'red 0');
    assert.equal(next(tested.slice(0, 2)), 'review 0');
    assert.equal(next(tested), 'green 0');
    const passed: Step[] = [...tested, ['green', 0, green('passed')]];
    assert.equal(next(passed), 'refactor 0');
    passed.push(['refactor', 0, { ...green('passed'), rolledBack: false }]);
    assert.equal(next(passed), 'notes 0');
    passed.push(['notes', 0, {}]);
    assert.equal(next(passed), 'move 0');
    assert.equal(next([...passed, ['move', 0, {}]]), 'done: compiled');
  });

  test('through GREEN once and at most three times more, and then into the tree without REFACTOR', () => {
    const tries: Step[] = [0, 1, 2, 3].map((round) => ['green', round, green('failed')]);
    assert.equal(next([...tested, ...tries.slice(0, 3)]), 'green 3');
    assert.equal(next([...tested, ...tries]), 'move 0');
    assert.equal(next([...tested, ['green', 0, green('passed', ['a test was changed'])]]), 'green 1');
  });

  test('nowhere with --phase green-refactor where there are no tests', () => {
    const steps: Step[] = [['look', 0, empty]];
    assert.match(
      next(steps, { phase: 'green-refactor' }),
      /^failed: there are no tests: run --phase red first/,
    );
    assert.equal(next(steps, { phase: 'green-refactor', clauses: [] }), 'green 0');
  });

  test('no further when the tests cannot run at all', () => {
    const why = /^failed: the tests cannot run: why$/;
    assert.match(next([['look', 0, { ...empty, run: run('environment') }]]), why);
    assert.match(
      next([
        ['look', 0, empty],
        ['red', 0, { ...red(), run: run('environment') }],
      ]),
      why,
    );
    assert.match(next([...tested, ['green', 0, green('environment')]]), why);
  });

  test('three times at most through RED for tests that are none', () => {
    const bad: Step[] = [0, 1, 2].map((round) => ['red', round, red(['no test carries B1'])]);
    assert.equal(next([['look', 0, empty], ...bad.slice(0, 2)]), 'red 2');
    assert.match(
      next([['look', 0, empty], ...bad]),
      /^failed: no usable tests after 3 tries: no test carries B1$/,
    );
  });

  test('through review at most three times, and no further for less than five points', () => {
    const rounds = (...scores: number[]): Step[] => [
      ['look', 0, empty],
      ...scores.flatMap((score, at): Step[] => [
        ['red', at, red()],
        ['review', at, review(score)],
      ]),
    ];
    assert.equal(next(rounds(80)), 'red 1');
    assert.equal(next(rounds(80, 84)), 'green 0');
    assert.equal(next(rounds(80, 90)), 'red 2');
    assert.equal(next(rounds(80, 90, 99)), 'green 0');
  });
});

describe('a module that was compiled before', () => {
  const update = { mode: 'update' as const, known: [{ id: 'B1', hash: 'old' }], recorded: ['src/a/a.ts'] };

  test('needs no session where no clause changed and everything passes', () => {
    assert.equal(next([['look', 0, settled]], update), 'move 0');
  });

  test('needs code where exports, values of Domain Context or tests say so, or healing asks for it', () => {
    assert.equal(next([['look', 0, { ...settled, exportsFit: false }]], update), 'green 0');
    assert.equal(next([['look', 0, { ...settled, missingValues: ['LIMIT: 5'] }]], update), 'green 0');
    assert.equal(next([['look', 0, { ...settled, run: run('failed') }]], update), 'green 0');
    assert.equal(next([['look', 0, settled]], { ...update, healing: ['mend'] }), 'green 0');
    assert.equal(
      next([['look', 0, { ...settled, missingValues: ['LIMIT: 5'] }]], { ...update, recorded: [] }),
      'move 0',
      'the values of files that somebody else wrote are theirs',
    );
  });

  test('is brought in line with other conventions, where they are all that changed and its files are ours', () => {
    const restyle = { ...update, restyle: true };
    assert.equal(next([['look', 0, settled]], restyle), 'refactor 0');
    const styled: Step = ['refactor', 0, { ...green('passed'), rolledBack: false }];
    assert.equal(next([['look', 0, settled], styled], restyle), 'move 0');
    assert.equal(next([['look', 0, settled]], { ...restyle, recorded: [] }), 'move 0');
    assert.equal(next([['look', 0, { ...settled, exportsFit: false }]], restyle), 'green 0');
  });

  test('gets tests for changed clauses, and loses those of clauses that are gone', () => {
    assert.equal(next([['look', 0, { ...settled, untested: ['B1'] }]], update), 'red 0');
    assert.equal(next([['look', 0, { ...settled, retired: ['B2'] }]], update), 'red 0');
  });

  test('is asked once more for tests of a changed clause that pass at once, then they are taken', () => {
    const look: Step = ['look', 0, { ...settled, untested: ['B1'] }];
    assert.equal(next([look, ['red', 0, red([], ['B1'])]], update), 'red 1');
    const twice: Step[] = [look, ['red', 0, red([], ['B1'])], ['red', 1, red([], ['B1'])]];
    assert.equal(next(twice, update), 'review 0');
  });
});

describe('phases', () => {
  test('red ends with the tests, green-refactor begins after them, feedback asks for them again', () => {
    const given = { phase: 'red' as const };
    assert.equal(
      next(
        [
          ['look', 0, empty],
          ['red', 0, red()],
        ],
        given,
      ),
      'move 0',
    );
    assert.equal(next([['look', 0, { ...empty, testFiles: ['t'] }]], { phase: 'green-refactor' }), 'green 0');
    assert.equal(next([['look', 0, settled]], { ...given, feedback: ['B1 lacks an edge'] }), 'red 0');
  });
});
