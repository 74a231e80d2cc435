import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../work/pull.ts';
import { commentableLines } from './diff-lines.ts';

const file = (patch: string | null): ChangedFile => ({
  path: 'a.js',
  previousPath: null,
  status: 'modified',
  additions: 0,
  deletions: 0,
  patch,
});

test('comments may stand on the lines that the hunks show, each side counted by itself', () => {
  const on = commentableLines([
    file('@@ -10,3 +20,4 @@ fn\n same\n-gone\n+new\n+newer\n same\n\\ No newline at end of file'),
  ]);
  const lines = (side: 'LEFT' | 'RIGHT') =>
    Array.from({ length: 40 }, (_, line) => line).filter((line) => on('a.js', line, side));
  assert.deepEqual(lines('LEFT'), [10, 11, 12]);
  assert.deepEqual(lines('RIGHT'), [20, 21, 22, 23]);
  assert.equal(on('b.js', 20, 'RIGHT'), false);
});

test('a file without a patch (binary, too large) takes no comments', () => {
  assert.equal(commentableLines([file(null)])('a.js', 1, 'RIGHT'), false);
});
