import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBy } from './closing.ts';

test('closing keywords name issues as GitHub reads them', () => {
  const cases: [string, number[]][] = [
    ['Closes #1', [1]],
    ['closed #1, fixes #2 and RESOLVES: #3', [1, 2, 3]],
    ['fix #4\nfixed #4', [4]],
    ['resolve org/app#5 and close other/app#6', [5]],
    ['see #7, related to #8', []],
    ['prefixes #9', []],
    ['closes 10, closes#11', []],
    ['Closes #12abc', []],
  ];
  for (const [text, numbers] of cases) assert.deepEqual(closedBy(text, 'org/app'), numbers, text);
});
