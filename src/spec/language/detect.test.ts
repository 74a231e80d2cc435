import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAutodevError } from '../../work/errors.ts';
import { detectLanguage, languageNamed, type Inventory } from './detect.ts';

const inventory = (folders: Record<string, string[]>): Inventory => new Map(Object.entries(folders));

describe('the language of a module', () => {
  test('is that of its own sources; tests, configs and a few scripts do not change it', () => {
    const folders = inventory({
      'src/a': ['x.py', 'y.py', 'run.js'],
      'src/b': ['a.ts', 'b.js', 'c.js'],
      'src/c': ['a.test.ts', 'a.go'],
    });
    assert.deepEqual(detectLanguage('src/a', folders), { language: 'python', from: 'folder' });
    assert.deepEqual(detectLanguage('src/b', folders), { language: 'typescript', from: 'folder' });
    assert.deepEqual(detectLanguage('src/c', folders), { language: 'go', from: 'folder' });
  });

  test('is that of its tests where there is nothing else yet, as between RED and GREEN', () => {
    const folders = inventory({ 'src/a': ['CLAUDE.md', 'a.test.ts'], 'src/b': ['b.go'] });
    assert.deepEqual(detectLanguage('src/a', folders), { language: 'typescript', from: 'folder' });
  });

  test('is that of the folders below it that are no modules, as in a crate', () => {
    const folders = inventory({
      'crates/add': ['CLAUDE.md', 'Cargo.toml'],
      'crates/add/src': ['lib.rs'],
      'crates/all': ['CLAUDE.md'],
      'crates/all/web': ['CLAUDE.md'],
      'crates/all/web/src': ['a.ts'],
    });
    assert.deepEqual(detectLanguage('crates/add', folders), { language: 'rust', from: 'folder' });
    assert.deepEqual(detectLanguage('crates/all', folders), {
      language: undefined,
      options: ['typescript', 'rust'],
    });
  });

  test('else that of the nearest parent, else that of its siblings', () => {
    const folders = inventory({
      '.': ['README.md'],
      app: ['main.kt'],
      'app/new': ['CLAUDE.md'],
      'lib/old': ['a.rs'],
      'lib/new': ['CLAUDE.md'],
    });
    assert.deepEqual(detectLanguage('app/new', folders), { language: 'kotlin', from: 'parent' });
    assert.deepEqual(detectLanguage('lib/new', folders), { language: 'rust', from: 'sibling' });
  });

  test('else a person is asked, out of the languages in use', () => {
    const folders = inventory({ 'a/b': ['CLAUDE.md'], 'x/y': ['m.java'], 'x/z': ['n.go'] });
    assert.deepEqual(detectLanguage('a/b', folders), { language: undefined, options: ['go', 'java'] });
  });

  test('is understood by name and by extension, in any case', () => {
    assert.deepEqual(['TypeScript', 'py', 'golang', 'KT'].map(languageNamed), [
      'typescript',
      'python',
      'go',
      'kotlin',
    ]);
    assert.throws(
      () => languageNamed('cobol'),
      (error) => isAutodevError(error, 'usage'),
    );
  });
});
