import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coverageFlags, percentIn } from './coverage.ts';

const PYTEST = `Name            Stmts   Miss  Cover   Missing
---------------------------------------------
app/leave.py       10      3    70%   11, 13-14
app/greet.py        2      0   100%
---------------------------------------------
TOTAL              12      3    75%
`;
const JEST = `----------|---------|----------|---------|---------|-------------------
File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s
----------|---------|----------|---------|---------|-------------------
All files |   80.12 |       50 |     100 |   81.25 |
 src/app  |     100 |      100 |     100 |     100 |
  leave.js |     60 |       50 |     100 |      60 | 11,13-14
----------|---------|----------|---------|---------|-------------------
`;

/** Lines added from line 10 on. */
const added = (path: string, ...lines: string[]) =>
  [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -9,0 +10,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');
const FIVE = ['a = 1', 'b = 2', 'c = 3', 'd = 4', 'e = 5'];

describe('coverage of what was added', () => {
  const rows: [row: string, diff: string, output: string, says: string[]][] = [
    [
      '2 of 5 lines by pytest-cov',
      added('app/leave.py', ...FIVE),
      PYTEST,
      ['coverage of what was added is 40 %, under 80 %'],
    ],
    [
      '2 of 5 lines by jest',
      added('src/app/leave.js', ...FIVE),
      JEST,
      ['coverage of what was added is 40 %, under 80 %'],
    ],
    ['lines that were there before do not count', added('app/leave.py', 'a = 1'), PYTEST, []],
    ['a file that is covered', added('app/greet.py', ...FIVE), PYTEST, []],
    ['a file that is not measured', added('tools/make.py', ...FIVE), PYTEST, []],
    [
      'comments, blanks, brackets and imports are no code',
      added('app/leave.py', 'a = 1', '# why', 'c = 3', '', 'import os'),
      PYTEST,
      [],
    ],
    ['nothing measured', added('app/leave.py', ...FIVE), 'no tests ran', []],
  ];
  for (const [row, diff, output, says] of rows)
    test(row, () =>
      assert.deepEqual(
        coverageFlags(diff, output, 80).map(({ say }) => say),
        says,
      ),
    );
  test('79 % is under 80 %, 80 % is not', () => {
    const lines = Array.from({ length: 15 }, (_, at) => `x${at} = ${at}`);
    assert.equal(coverageFlags(added('app/leave.py', ...lines), PYTEST, 80).length, 0);
    assert.equal(coverageFlags(added('app/leave.py', ...lines.slice(1)), PYTEST, 80).length, 1);
  });
  test('numbers that the tested code printed are not counted out', () => {
    const output = PYTEST.replace('11, 13-14', '1-99999999999');
    assert.equal(coverageFlags(added('app/leave.py', ...FIVE), output, 80).length, 1);
  });
  test('the total of a report, by lines', () => {
    assert.deepEqual([percentIn(PYTEST), percentIn(JEST), percentIn('ok')], [75, 81.25, null]);
  });
});
