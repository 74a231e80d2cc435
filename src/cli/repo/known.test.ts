import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRepo } from './known.ts';

const repos = ['ann/app', 'ann/lib', 'bob/lib'].map((name) => ({ name }));

describe('a repository', () => {
  test('is found by its whole name, and by the part after the owner where that is enough', () => {
    assert.equal(findRepo(repos, 'Ann/App').name, 'ann/app');
    assert.equal(findRepo(repos, 'app').name, 'ann/app');
  });

  test('of a name that several have is a usage error that lists them', () => {
    assert.throws(() => findRepo(repos, 'lib'), { code: 'usage', why: 'ann/lib, bob/lib' });
  });

  test('that is unknown is not found, with what there is', () => {
    assert.throws(() => findRepo(repos, 'ann'), { code: 'not_found' });
    assert.throws(() => findRepo(repos, 'ann/ap'), { code: 'not_found', hint: 'did you mean ann/app?' });
    assert.throws(() => findRepo([], ''), { code: 'not_found' });
  });
});
