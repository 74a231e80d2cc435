import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '../../src/work/events.ts';
import { openWorld } from './world.ts';

const REPO = 'org/app';
const MINUTE = 60_000;

test('words in comments are heard while the daemon is paused, and nothing is begun', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  const life = world.home('one').start();
  const events: RecordedEvent[] = [];
  life.bus.subscribe((event) => void events.push(event));
  await world.clock.advance(MINUTE);
  await life.daemon.pause();
  const number = world.forge.addIssue(REPO, { title: 'later' });
  await world.forge.as('ann').comment(REPO, number, '/autodev why');
  await world.clock.advance(5 * MINUTE);
  const heard = events.flatMap((event) =>
    event.type === 'word.said' ? [`${event.word} by ${event.by}`] : [],
  );
  assert.deepEqual(heard, ['why by ann']);
  assert.equal(world.sessions.length, 0);
  await life.daemon.resume();
  await world.clock.advance(5 * MINUTE);
  assert.equal(world.sessions.length, 1);
  await life.stop();
});

test('words in comments are heard outside the active hours, and nothing is begun before they come', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  const local = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
  const opens = world.clock.now() + 120 * MINUTE;
  const life = world.home('one').start({ active_hours: [`${local(opens)}-${local(opens + 60 * MINUTE)}`] });
  const events: RecordedEvent[] = [];
  life.bus.subscribe((event) => void events.push(event));
  const number = world.forge.addIssue(REPO, { title: 'later' });
  for (const [by, said] of [
    ['ann', '/autodev why'],
    ['ann', '/autodev skip'],
  ] as const)
    await world.forge.as(by).comment(REPO, number, said);
  await world.clock.advance(10 * MINUTE);
  const heard = events.flatMap((event) => (event.type === 'word.said' ? [event.word] : []));
  assert.deepEqual(heard, ['why', 'skip']);
  assert.deepEqual(world.forge.thread(REPO, number).entry.labels, ['autodev:skip'], 'skip is done at once');
  await world.forge.as('ann').comment(REPO, number, '/autodev retry');
  await world.clock.advance(10 * MINUTE);
  assert.equal(world.sessions.length, 0, 'retry begins nothing before its hours');
  await world.clock.advance(120 * MINUTE);
  assert.equal(world.sessions.length, 1);
  await life.stop();
});

test('an item that was closed a moment ago is not said to be in work', async () => {
  const world = openWorld({ repos: { [REPO]: {} } });
  const life = world.home('one').start();
  const said = new Set<string>();
  life.bus.subscribe((event) => {
    if (event.type === 'item.phase' && event.to === 'Analyzing') world.forge.close(REPO, 1);
    for (const { comments } of world.forge.threads(REPO)) for (const { body } of comments) said.add(body);
  });
  world.forge.addIssue(REPO, { title: 'closed' });
  await world.clock.advance(5 * MINUTE);
  await life.stop();
  assert.equal(world.sessions.length, 0);
  assert.deepEqual(
    [...said].filter((body) => body.includes('Analyzing')),
    [],
  );
  assert.ok(said.size > 0);
});
