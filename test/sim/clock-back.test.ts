import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChoices } from '../../src/sim/choices-text.ts';
import { repeatingChooser } from '../../src/sim/chooser.ts';
import { runWorld } from '../../src/sim/run.ts';

const HOUR_MS = 3_600_000;

test('a clock that is put back by two hours holds nothing up', async () => {
  // Checks take forty minutes; in the middle of them the clock goes back by two hours, and no webhook ever comes.
  const chooser = repeatingChooser(parseChoices('orders=4.5.2,ci=0.2'));
  const { trace, violations } = await runWorld(chooser, { mode: 'safety', steps: 2_000 });
  assert.deepEqual(violations, []);
  assert.ok(trace.some(({ what }) => what.startsWith('clock back: it is off by -7200')));
  const merged = trace.find(({ what }) => what.startsWith('merges '));
  assert.ok(merged !== undefined && merged.at < HOUR_MS, `merged at ${merged?.at}`);
});
