import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AutodevError } from '../../work/errors.ts';
import { Dropped } from '../../workflows/engine/stops/interruptions.ts';
import { advanceOf, failedWith, type TaskOutcome } from './outcome.ts';

const overTheWire = (error: unknown) => () =>
  advanceOf(JSON.parse(JSON.stringify(failedWith(error))) as TaskOutcome);

test('what a worker dropped is dropped by its coordinator, too', () => {
  assert.throws(overTheWire(new Dropped('it was deleted')), (error) => {
    assert.ok(error instanceof Dropped);
    assert.equal(error.message, 'it was deleted');
    return true;
  });
});

test('an error keeps its code and its reason on the way to the coordinator', () => {
  assert.throws(overTheWire(new AutodevError('forge_unavailable', 'away', { why: 'no route' })), {
    code: 'forge_unavailable',
    message: 'away',
    why: 'no route',
  });
});
