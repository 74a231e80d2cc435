import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedEvent } from '../../src/work/events.ts';
import { openWorld } from './world.ts';

const REPO = 'org/app';
const MINUTE = 60_000;
const SCANNED = { repos: { [REPO]: { scan_interval_secs: 60 } } };
const handled = (sessions: readonly { number: number }[]) => new Set(sessions.map(({ number }) => number));

describe('what the forge refuses about one item', () => {
  test('keeps no other from being taken: an issue that may not be read does not stand in the way', async () => {
    const world = openWorld(SCANNED);
    for (const title of ['first', 'second', 'third']) world.forge.addIssue(REPO, { title });
    world.forge.forbids = (method, args) => method === 'comments' && args[1] === 1;
    const life = world.home('one').start();
    await world.clock.advance(10 * MINUTE);
    assert.deepEqual(handled(world.sessions), new Set([2, 3]));
    world.forge.forbids = () => false;
    await world.clock.advance(90 * MINUTE);
    assert.deepEqual(handled(world.sessions), new Set([1, 2, 3]));
    await life.stop();
  });

  test('a blocker that may not be seen is not waited for', async () => {
    const world = openWorld(SCANNED);
    world.forge.addIssue(REPO, { title: 'first' });
    world.forge.thread(REPO, 1).entry.body = 'Blocked by other/private#5';
    world.forge.forbids = (_, args) => args[0] === 'other/private';
    const life = world.home('one').start();
    await world.clock.advance(10 * MINUTE);
    assert.deepEqual(handled(world.sessions), new Set([1]));
    await life.stop();
  });

  test('a reaction that is refused does not undo the word', async () => {
    const world = openWorld(SCANNED);
    const number = world.forge.addIssue(REPO, { title: 'first' });
    const life = world.home('one').start();
    const words: string[] = [];
    life.bus.subscribe((event) => void (event.type === 'word.said' && words.push(event.outcome)));
    world.forge.forbids = (method) => method === 'react';
    await world.forge.as('ann').comment(REPO, number, '/autodev why');
    world.forge.addIssue(REPO, { title: 'second' });
    await world.clock.advance(10 * MINUTE);
    assert.equal(words.length, 1);
    assert.deepEqual(handled(world.sessions), new Set([1, 2]));
    await life.stop();
  });
});

test('an item that is deleted in the middle of its work leaves, and nothing asks for it again', async () => {
  const world = openWorld(SCANNED);
  world.forge.addIssue(REPO, { title: 'first' });
  const home = world.home('one');
  const life = home.start();
  const events: RecordedEvent[] = [];
  life.bus.subscribe((event) => void events.push(event));
  await world.clock.advance(20_000);
  assert.equal(world.running().length, 1);
  life.kill();
  world.forge.remove(REPO, 1);
  const next = home.start();
  next.bus.subscribe((event) => void events.push(event));
  await world.clock.advance(60 * MINUTE);
  assert.equal(next.queues.size, 0);
  assert.equal(world.sessions.length, 1);
  const errors = events.filter(({ type }) => type === 'error').length;
  await world.clock.advance(6 * 60 * MINUTE);
  assert.equal(events.filter(({ type }) => type === 'error').length, errors, 'it is not asked for again');
  await next.stop();
});
