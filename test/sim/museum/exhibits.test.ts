import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { INVARIANTS } from '../../../src/sim/invariants/check.ts';
import { EXHIBITS } from './exhibits.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** A forge refuses a second open pull request of one branch: no bug was found yet that gets past that. */
const NOT_SHOWN = ['one-pull-per-issue'];

describe('the museum', () => {
  test('every other invariant has an exhibit that it has to find', () => {
    const shown = new Set(EXHIBITS.map(({ invariant }) => invariant));
    const known = [...INVARIANTS.map(({ name }) => name), 'everything-ends'];
    assert.deepEqual(
      known.filter((name) => !shown.has(name)),
      NOT_SHOWN,
    );
    assert.equal(new Set(EXHIBITS.map(({ name }) => name)).size, EXHIBITS.length);
  });

  test('every bug has exactly one place to be planted in', async () => {
    for (const { name, file, search } of EXHIBITS) {
      const parts = (await readFile(join(root, file), 'utf8')).split(search);
      assert.equal(parts.length, 2, `${name}: ${file} was changed; plant it where the same is done now`);
    }
  });
});
