import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedLater, idle } from '../../test/sim/long/worlds.ts';

test('idle repositories cost no session and no counted request', async () => {
  const ran = await idle(4, 3);
  assert.deepEqual(ran.violations, []);
  assert.equal(ran.sessions, 0);
  assert.ok(ran.counted.length > 0, 'the first look is counted');
  assert.deepEqual(countedLater(ran), []);
});
