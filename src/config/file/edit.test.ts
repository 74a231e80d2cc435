import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAutodevError } from '../../work/errors.ts';
import { editRepos, setKey, unsetKey } from './edit.ts';

const WRITTEN = `# my machine
repos:
  # the product
  - url: https://github.com/org/app # main
    model: opus
  - url: git@github.com:org/lib.git

# the loop
daemon:
  max_concurrent: 3 # two cores
`;

describe('a value is changed and everything else stays, comments too', () => {
  const cases: [name: string, changed: string, expected: string][] = [
    ['an existing value', setKey(WRITTEN, ['daemon', 'max_concurrent'], 5), WRITTEN.replace('3 #', '5 #')],
    ['a new value in a section', setKey(WRITTEN, ['daemon', 'drain_secs'], 9), `${WRITTEN}  drain_secs: 9\n`],
    ['a new section', setKey(WRITTEN, ['language'], 'ko'), `${WRITTEN}language: ko\n`],
    [
      'a value of a repository',
      setKey(WRITTEN, ['repos', 0, 'model'], 'haiku'),
      WRITTEN.replace('opus', 'haiku'),
    ],
    ['an empty file', setKey('', ['budget', 'per_item_usd'], 2), 'budget:\n  per_item_usd: 2\n'],
    [
      'a section without content',
      setKey('# top\ndaemon: # the loop\nlanguage: en\n', ['daemon', 'drain_secs'], 1),
      '# top\ndaemon:\n  # the loop\n  drain_secs: 1\nlanguage: en\n',
    ],
    ['a value taken out', unsetKey(WRITTEN, ['repos', 0, 'model']), WRITTEN.replace('    model: opus\n', '')],
  ];
  for (const [name, changed, expected] of cases) test(name, () => assert.equal(changed, expected));
});

describe('a repository is added or removed and the others stay', () => {
  test('added at the end', () => {
    assert.equal(
      editRepos(WRITTEN, { add: { url: 'https://github.com/org/new', enabled: false } }),
      WRITTEN.replace('lib.git\n', 'lib.git\n  - url: https://github.com/org/new\n    enabled: false\n'),
    );
  });

  test('added to nothing, to an empty key and to an empty list', () => {
    const expected = 'repos:\n  - url: https://github.com/org/new\n';
    for (const text of ['', 'repos:\n', 'repos: []\n']) {
      assert.equal(editRepos(text, { add: { url: 'https://github.com/org/new' } }), expected);
    }
  });

  test('removed by name, whatever its case and its URL', () => {
    assert.equal(
      editRepos(WRITTEN, { remove: 'Org/Lib' }),
      WRITTEN.replace('  - url: git@github.com:org/lib.git\n', ''),
    );
  });

  test('one that is there already is not added again', () => {
    assert.throws(
      () => editRepos(WRITTEN, { add: { url: 'https://github.com/org/LIB' } }),
      (error) =>
        isAutodevError(error, 'invalid_input') && error.message === 'org/LIB is already in the configuration',
    );
  });

  test('one that is not there is not found', () => {
    assert.throws(
      () => editRepos(WRITTEN, { remove: 'org/none' }),
      (error) => isAutodevError(error, 'not_found'),
    );
  });
});
