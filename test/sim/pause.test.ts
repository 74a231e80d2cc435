import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedEvent } from '../../src/work/events.ts';
import { openWorld } from './world.ts';

const REPO = 'org/app';
const MINUTE = 60_000;

/** Two issues and a pause that comes while a scan is under way, when the first of them is taken. */
async function pausedInTheMiddle() {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  for (const title of ['first', 'second']) world.forge.addIssue(REPO, { title });
  const life = world.home('one').start();
  const queued: RecordedEvent[] = [];
  let queuedWhenPaused: number | undefined;
  life.bus.subscribe((event) => {
    if (event.type !== 'item.queued') return;
    queued.push(event);
    if (queued.length === 1) void life.daemon.pause().then(() => (queuedWhenPaused = queued.length));
  });
  await world.clock.advance(5 * MINUTE);
  return { world, life, queued, queuedWhenPaused: () => queuedWhenPaused };
}

describe('a pause in the middle of a scan', () => {
  test('takes nothing more and begins nothing, and the rest is found after it', async () => {
    const { world, life, queued } = await pausedInTheMiddle();
    assert.equal(queued.length, 1);
    assert.equal(world.sessions.length, 0);
    await life.daemon.resume();
    await world.clock.advance(10 * MINUTE);
    assert.deepEqual(new Set(world.sessions.map(({ number }) => number)), new Set([1, 2]));
    await life.stop();
  });

  test('is over only when the scan takes no more', async () => {
    const { life, queued, queuedWhenPaused } = await pausedInTheMiddle();
    assert.equal(queuedWhenPaused(), queued.length);
    await life.stop();
  });
});
