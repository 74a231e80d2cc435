import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameProblem } from './ref-names.ts';

test('branches and tags may be made; everything else, and names that mislead, may not', () => {
  for (const good of ['refs/heads/main', 'refs/tags/v1', 'refs/heads/feature/head', 'refs/heads/abc'])
    assert.equal(nameProblem(good, ['refs/heads/other']), undefined, good);
  const bad = [
    'replace',
    'notes',
    'pull/1',
    'autodev',
    'forge/seen',
    'stash',
    'remotes/origin',
    'heads',
    'tags/',
  ];
  const odd = [
    'heads/HEAD',
    'tags/FETCH_HEAD',
    `heads/${'a'.repeat(40)}`,
    'heads/-x',
    'heads/refs/heads/main',
  ];
  for (const name of [...bad, ...odd]) assert.ok(nameProblem(`refs/${name}`, []), name);
  for (const name of ['HEAD', 'main', 'refs/headsx/a', 'refs/replace/x'])
    assert.ok(nameProblem(name, []), name);
});

test('a name that differs from another only in case is refused; the same name is not a collision', () => {
  assert.match(nameProblem('refs/heads/Main', ['refs/heads/main']) ?? '', /refs\/heads\/main only in upper/);
  assert.equal(nameProblem('refs/heads/main', ['refs/heads/main']), undefined);
});
