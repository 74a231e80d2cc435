import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from '../support/gate-fuzz.ts';
import { PHASES, gateWorld } from '../support/gate-world.ts';

for (const [at, phase] of PHASES.entries()) {
  test(`${phase.name}: hidden effects put together at random do nothing (bench/fuzz-gate.ts has more)`, async () => {
    await using world = await gateWorld();
    assert.deepEqual(fuzz(world, phase, { judge: 1_500, run: 60, seed: 7 + at }), []);
  });
}
