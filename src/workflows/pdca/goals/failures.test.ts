import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goal } from '../../../../test/support/pdca-play.ts';
import { againstBaseline } from './baseline.ts';
import { failuresIn } from './failures.ts';
import { signatureOf } from './signature.ts';

const ROOT = '/work/app';
const ESLINT = (...findings: string[]) =>
  `\n${ROOT}/src/a.js\n${findings.map((each) => `  ${each}`).join('\n')}\n\n✖ ${findings.length} problems (${findings.length} errors, 0 warnings)\n`;
const UNUSED = "1:7  error  'x' is assigned a value but never used  no-unused-vars";

test('what was red before and is there no more often is old; anything else is new, in the words of each tool', () => {
  const rows: [what: string, before: string, now: string, old: boolean][] = [
    ['eslint, the same at another line', ESLINT(UNUSED), ESLINT(UNUSED.replace('1:7', '12:7')), true],
    [
      'eslint, another rule',
      ESLINT(UNUSED),
      ESLINT(UNUSED, "3:1  error  Unexpected 'debugger'  no-debugger"),
      false,
    ],
    ['eslint, the same once more', ESLINT(UNUSED), ESLINT(UNUSED, UNUSED.replace('1:7', '2:7')), false],
    ['eslint, the same in another file', ESLINT(UNUSED), ESLINT(UNUSED).replace('a.js', 'b.js'), false],
    ['eslint, one of two', ESLINT(UNUSED, '3:1  error  No  no-x'), ESLINT(UNUSED), true],
    [
      'ruff',
      'a.py:1:8: F401 [*] `os` imported\nFound 1 error.',
      'a.py:4:8: F401 [*] `os` imported\nFound 1 error.',
      true,
    ],
    [
      'ruff, more',
      'a.py:1:8: F401 x\nFound 1 error.',
      'a.py:1:8: F401 x\nb.py:2:1: F841 y\nb.py:3:1: B006 z\nFound 3 errors.',
      false,
    ],
    [
      'ruff, in full',
      'F401 [*] x\n --> a.py:1:8\n',
      'F401 [*] x\n --> a.py:1:8\nW291 y\n --> a.py:9:1\n',
      false,
    ],
    [
      'mypy, one of two',
      'a.py:1: error: x  [a]\na.py:2: error: y  [b]\nFound 2 errors in 1 file',
      'a.py:2: error: y  [b]\nFound 1 error in 1 file',
      true,
    ],
    ['tsc', 'src/a.ts(1,2): error TS2304: x', 'src/a.ts(9,2): error TS2304: x', true],
    ['tsc, another code', 'src/a.ts(1,2): error TS2304: x', 'src/a.ts(1,2): error TS2305: x', false],
    [
      'pytest, another case',
      'FAILED tests/test_x.py::test_n[1] - x',
      'FAILED tests/test_x.py::test_n[2] - x',
      false,
    ],
    ['pytest, another folder', 'FAILED tests/a/test_x.py::t - x', 'FAILED tests/b/test_x.py::t - x', false],
    ['pytest, the same', 'FAILED tests/a/test_x.py::t - 1', 'FAILED tests/a/test_x.py::t - 2', true],
    ['unittest, another class', 'FAIL: test_x (a.A.test_x)', 'FAIL: test_x (b.B.test_x)', false],
    ['node:test', '✖ old (1.2ms)', '✖ old (7ms)', true],
    [
      'in another checkout',
      `${ROOT}/src/a.ts:1:2 error x`,
      '/tmp/other/src/a.ts:1:2 error x'.replace('/tmp/other', ROOT),
      true,
    ],
  ];
  const red = (output: string) => goal('lint', 'FAIL', { failures: failuresIn(output, ROOT) });
  for (const [what, before, now, old] of rows)
    assert.equal(againstBaseline(red(now), [red(before)]).old, old, what);
});

test('different lint failures have different signatures', () => {
  assert.notEqual(
    signatureOf('lint', ESLINT(UNUSED)),
    signatureOf('lint', ESLINT("3:1  error  Unexpected 'debugger'  no-debugger")),
  );
});
