import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from './search.ts';

test('a search is read into terms: keys, quotes, and what must not be', () => {
  assert.deepEqual(parseQuery('repo:o/r -label:"in progress" is:open needle "two words"'), [
    { key: 'repo', value: 'o/r', not: false },
    { key: 'label', value: 'in progress', not: true },
    { key: 'is', value: 'open', not: false },
    { key: 'text', value: 'needle', not: false },
    { key: 'text', value: 'two words', not: false },
  ]);
});
