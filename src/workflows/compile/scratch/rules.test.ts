import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isByProduct, isGuarded, isLeftover, mayChange, type Rules } from './rules.ts';

const there = new Set([
  'src/a/old.ts',
  'src/a/made.ts',
  'src/a/hand.test.ts',
  'src/b/b.ts',
  'tests/b.test.ts',
]);
const rules = (conflict: 'skip' | 'overwrite' = 'skip'): Rules => ({
  dir: 'src/a',
  modules: new Set(['.', 'src/a', 'src/a/inner', 'src/b']),
  tests: new Set(['src/a/a.test.ts', 'src/a/hand.test.ts']),
  isThere: (path) => there.has(path),
  recorded: new Set(['src/a/made.ts']),
  conflict,
});

test('RED writes test files of its module, or new ones in a folder for tests that is nobody’s', () => {
  const red = (path: string, conflict?: 'skip' | 'overwrite') => mayChange(path, 'red', rules(conflict));
  assert.equal(red('src/a/a.test.ts'), 'yes');
  assert.equal(red('src/a/deep/a.test.ts'), 'yes');
  assert.equal(red('tests/a.test.ts'), 'yes');
  assert.equal(red('tests/b.test.ts'), 'outside');
  assert.equal(red('src/a/a.ts'), 'outside');
  assert.equal(red('src/b/b.test.ts'), 'outside');
  assert.equal(red('src/a/inner/x.test.ts'), 'outside');
  assert.equal(red('src/a/hand.test.ts'), 'kept');
  assert.equal(red('src/a/hand.test.ts', 'overwrite'), 'yes');
});

test('GREEN writes source of its module; tests and specifications are read-only, everything else is outside', () => {
  const green = (path: string, conflict?: 'skip' | 'overwrite') => mayChange(path, 'green', rules(conflict));
  assert.equal(green('src/a/new.ts'), 'yes');
  assert.equal(green('src/a/deep/new.ts'), 'yes');
  assert.equal(green('src/a/a.test.ts', 'overwrite'), 'test');
  assert.equal(green('src/a/CLAUDE.md', 'overwrite'), 'spec');
  assert.equal(green('src/a/IMPLEMENTS.md', 'overwrite'), 'spec');
  assert.equal(green('src/b/b.ts', 'overwrite'), 'outside');
  assert.equal(green('src/a/inner/x.ts', 'overwrite'), 'outside');
  assert.equal(green('package.json', 'overwrite'), 'outside');
  assert.equal(green('node_modules/x/index.js', 'overwrite'), 'outside');
});

test('files that are there stay unless an earlier compile wrote them or --conflict says overwrite', () => {
  assert.equal(mayChange('src/a/old.ts', 'green', rules()), 'kept');
  assert.equal(mayChange('src/a/made.ts', 'green', rules()), 'yes');
  assert.equal(mayChange('src/a/old.ts', 'green', rules('overwrite')), 'yes');
  assert.ok(isGuarded('src/a/old.ts', rules()) && !isGuarded('src/a/new.ts', rules()));
});

test('what programs leave behind when tests run is nobody’s', () => {
  assert.ok(['__pycache__', 'target', 'x.pyc'].every(isLeftover) && !isLeftover('src'));
  assert.ok(isByProduct('crates/a/Cargo.lock') && !isByProduct('crates/a/Cargo.toml'));
});
