import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContentPath } from './content.ts';

test('a path inside a repository is relative, plain, and never git’s own', () => {
  for (const good of [
    'a',
    'a/b.txt',
    '.github/workflows/ci.yml',
    'a b/c',
    '-x',
    'ünï/코드.ts',
    '.gitignore',
  ]) {
    assert.equal(isContentPath(good), true, good);
  }
  for (const bad of [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/./b',
    '.git',
    '.GIT/config',
    'a/.git/x',
    'a\\b',
    'a\0b',
  ]) {
    assert.equal(isContentPath(bad), false, JSON.stringify(bad));
  }
});
