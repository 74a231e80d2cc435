import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapOf } from '../verdicts/gap.ts';
import { disjoint, outsideOf } from '../changes/parts.ts';
import { environmentError, signatureOf, startError } from './signature.ts';

test('the same failure has the same signature, whatever its line, time and folder', () => {
  const a = signatureOf('test', 'FAILED tests/test_x.py::test_greet - AssertionError: 3 != 4\n');
  const b = signatureOf(
    'test',
    '  ran 12\nFAILED /home/me/p/tests/test_x.py::test_greet - AssertionError: 5 != 4\n',
  );
  assert.equal(a, b);
  assert.equal(
    signatureOf('build', 'src/a.ts(12,3): error TS2304: cannot find name x'),
    signatureOf('build', 'other/src/a.ts(99,1): error TS2304: cannot find name x'),
  );
  assert.notEqual(a, signatureOf('lint', 'FAILED tests/test_x.py::test_greet'));
  assert.notEqual(signatureOf('test', '✖ greets (1.2ms)'), signatureOf('test', '✖ leaves (1.2ms)'));
});

test('environment errors by their words and exit codes', () => {
  for (const output of [
    'sh: 1: eslint: command not found',
    'spawn x ENOENT',
    'mypy is not installed',
    'ruff: not found in PATH',
  ])
    assert.ok(environmentError({ code: 1, output }), output);
  assert.ok(environmentError({ code: 127, output: '' }));
  assert.ok(environmentError({ code: 126, output: '' }));
  assert.equal(environmentError({ code: 1, output: 'AssertionError' }), undefined);
  assert.equal(environmentError({ code: 0, output: 'ENOENT is handled' }), undefined);
});

test('before a run only a command that cannot start is broken; red tests that speak of files are old', () => {
  for (const output of [
    'sh: 1: eslint: command not found',
    '/bin/sh: 1: x: not found',
    'make: pytest: No such file or directory\nmake: *** [test] Error 127',
  ])
    assert.ok(startError({ code: 2, output }), output);
  assert.ok(startError({ code: 127, output: '' }));
  for (const output of [
    "Error: ENOENT: no such file or directory, open 'fixtures/a.json'",
    '✖ warns when ruff is not installed (1ms)',
    'AssertionError: git: command not found was expected',
  ])
    assert.equal(startError({ code: 1, output }), undefined, output);
});

test('the gap by code: half for partial, missing for a file that is not there, nothing for no items', () => {
  const items = [
    { item: 'a', status: 'match' as const },
    { item: 'b', status: 'partial' as const, file: 'b.ts', line: 3 },
    { item: 'c', status: 'match' as const, file: 'gone.ts' },
  ];
  assert.deepEqual(
    gapOf({ items }, (file) => file === 'b.ts'),
    {
      rate: 50,
      open: ['partial: b (b.ts:3)', 'missing: c (gone.ts)'],
    },
  );
  assert.equal(gapOf({ items: [] }, () => true).rate, 0);
  const nearly = Array.from({ length: 19 }, () => ({ item: 'x', status: 'match' as const }));
  assert.equal(
    gapOf({ items: [...nearly, ...nearly, { item: 'y', status: 'missing' as const }] }, () => true).rate,
    97,
  );
});

test('parts: overlap, escape and double names are refused; a change outside is seen', () => {
  const part = (name: string, ...paths: string[]) => ({ name, paths });
  assert.ok(disjoint([part('a', 'src/api/'), part('b', './src/ui/**')]));
  assert.ok(disjoint([part('a', 'src/api'), part('b', 'src/api2')]));
  assert.ok(!disjoint([part('a', 'src'), part('b', 'src/ui')]));
  assert.ok(!disjoint([part('a', '/etc'), part('b', 'x')]));
  assert.ok(!disjoint([part('a', '.'), part('b', 'x')]));
  assert.ok(!disjoint([part('a', 'x'), part('a', 'y')]));
  assert.ok(!disjoint([part('API', 'x'), part('api', 'y')]));
  assert.ok(!disjoint([part('a b', 'x'), part('a-b', 'y')]));
  assert.deepEqual(outsideOf(part('a', 'src/api/'), ['src/api/x.ts', 'src/apix.ts']), ['src/apix.ts']);
});
