import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPostgres } from '../support/postgres.ts';
import { runRandomly } from '../support/random-cluster/run.ts';

const skip = withoutPostgres();

/** The same at any size: npm run cluster:random. */
describe('a cluster in which things go wrong at random', skip === undefined ? {} : { skip }, () => {
  test('keeps every invariant, and everything ends', async () => {
    const told: string[] = [];
    const violations = await runRandomly({
      seed: 7,
      issues: 4,
      workers: 2,
      coordinators: 2,
      disturbances: 5,
      limitMs: 180_000,
      tell: (what) => told.push(what),
    });
    assert.deepEqual(violations, [], told.join('\n'));
  });
});
