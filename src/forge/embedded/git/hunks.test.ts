import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diffLines, lineAfter, lineInDiff } from './hunks.ts';

const PATCH = [
  '@@ -1,3 +1,4 @@ head',
  ' one',
  '-two',
  '+TWO',
  '+two and a half',
  ' three',
  '@@ -10,2 +11,1 @@',
  ' ten',
  '-eleven',
  '\\ No newline at end of file',
].join('\n');

describe('lines of a patch', () => {
  test('each line has its numbers on both sides and its position', () => {
    assert.deepEqual(
      diffLines(PATCH).map(({ position, left, right }) => [position, left, right]),
      [
        [1, 1, 1],
        [2, 2, undefined],
        [3, undefined, 2],
        [4, undefined, 3],
        [5, 3, 4],
        [7, 10, 11],
        [8, 11, undefined],
      ],
    );
  });

  test('a line outside the hunks, or on the other side only, is not in the diff', () => {
    assert.equal(lineInDiff(PATCH, 'RIGHT', 3)?.hunk.split('\n').at(-1), '+two and a half');
    assert.equal(lineInDiff(PATCH, 'LEFT', 11)?.hunk.startsWith('@@ -10,2'), true);
    assert.equal(lineInDiff(PATCH, 'RIGHT', 5), undefined);
    assert.equal(lineInDiff(PATCH, 'RIGHT', 12), undefined);
    assert.equal(lineInDiff(PATCH, 'LEFT', 4), undefined);
  });

  test('a line is followed through a patch, and lost where the patch takes it away', () => {
    const patch = '@@ -2,4 +2,5 @@\n two\n-three\n+THREE\n+more\n four\n five\n@@ -20,2 +21,1 @@\n x\n-y';
    const after = (line: number) => lineAfter(patch, line);
    assert.deepEqual([1, 2, 3, 4, 5, 6, 19, 20, 21, 22].map(after), [
      1,
      2,
      undefined,
      5,
      6,
      7,
      20,
      21,
      undefined,
      22,
    ]);
  });
});
