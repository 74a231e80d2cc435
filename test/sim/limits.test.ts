import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Script, Step } from '../../src/agents/scripted/script.ts';
import { itemsOf } from '../../src/daemon/control/items.ts';
import { statusOf } from '../../src/daemon/control/status.ts';
import { why } from '../../src/daemon/control/why.ts';
import { noticesOf } from '../../src/daemon/notify/notice.ts';
import { NotifySchema } from '../../src/config/schema/notify.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { registerFlows } from '../../src/workflows/engine/flows.ts';
import { issueFlow } from '../../src/workflows/issue/flow.ts';
import { openWorld, type Life, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANSWER = { verdict: 'wontfix', confidence: 0.9, summary: 'looked at' };
const WORKS: readonly Step[] = [
  { do: 'wait', ms: MINUTE },
  { do: 'cost', usd: 0.1 },
  { do: 'answer', value: ANSWER },
];

/** A provider that says "enough" from a moment on, until another. */
interface Provider {
  script: Script;
  limit: { from: number; to: number; told: 'reset' | 'nothing' | 'past' | 'years' | 'outage' };
  /** When it was asked and refused. */
  refused: number[];
}

function provider(now: () => number, told: Provider['limit']['told'], from: number, to: number): Provider {
  const made: Provider = { limit: { from, to, told }, refused: [], script: [] };
  const says = (): Step => {
    const left = Math.max(0, made.limit.to - now()) / 1_000;
    const text = "You've hit your session limit";
    switch (made.limit.told) {
      case 'reset':
        return { do: 'fail', reason: 'limit', text, resets_in_secs: left };
      case 'past':
        return { do: 'fail', reason: 'limit', text, resets_in_secs: -3 * 3_600 };
      case 'years':
        return { do: 'fail', reason: 'limit', text, resets_in_secs: 900 * 86_400 };
      case 'nothing':
        return { do: 'fail', reason: 'limit', text };
      case 'outage':
        return { do: 'fail', reason: 'unreachable', text: 'API Error: 529 Overloaded' };
    }
    return made.limit.told satisfies never;
  };
  made.script = [
    {
      when: () => now() >= made.limit.from && now() < made.limit.to,
      steps: () => {
        made.refused.push(now());
        return [says()];
      },
    },
    { when: () => true, steps: WORKS },
  ];
  return made;
}

const START = Date.UTC(2026, 0, 15, 12);

function limited(told: Provider['limit']['told'], forMs: number, issues: number, more: object = {}) {
  const from = START + 10 * MINUTE;
  const made = provider(() => world.clock.now(), told, from, from + forMs);
  const world: World = openWorld({
    repos: { 'org/app': { max_queued: 1_000, ...more } },
    script: made.script,
  });
  for (let n = 1; n <= issues; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
  return { world, provider: made };
}

const done = (world: World) =>
  world.forge.threads('org/app').filter(({ entry }) => entry.labels.includes(LABEL.skip)).length;

/** Work in the order in which it is safe to say so: no attempt counted, nothing paid twice. */
async function assertNothingLost(world: World, life: Life, home: ReturnType<World['home']>, issues: number) {
  const { store } = home;
  for (let n = 1; n <= issues; n += 1) {
    const work = workId('issue', 'org/app', n);
    assert.equal((await store.attempts.get(work))?.failures ?? 0, 0, `no attempt of ${work} was counted`);
  }
  const paid = await store.costs.spent({});
  assert.ok(Math.abs(paid - done(world) * 0.1) < 0.001, `${done(world)} items, $${paid.toFixed(2)}`);
  assert.ok(life.queues.size >= 0);
}

/** From a second before the reset. Prompts are read from the disk: virtual time stands still until they are. */
async function goesOnWithinAMinute(world: World): Promise<void> {
  const before = world.sessions.length;
  await world.clock.advance(1_000 + MINUTE);
  for (let look = 0; look < 6_000 && world.sessions.length === before; look += 1) await sleep(10);
  assert.ok(world.sessions.length > before, 'work goes on within a minute of the reset');
}

describe('an agent whose provider says enough', () => {
  // Six days of ticks: fewer of them, and fewer items, so that they pass quickly.
  for (const [name, forMs, issues, tick] of [
    ['five hours over 1,000 queued items', 5 * HOUR, 1_000, 10],
    ['six days over 100 queued items', 6 * DAY, 100, 45],
  ] as const)
    test(`a limit of ${name}: nobody asks again, nothing is counted or paid twice, work goes on within a minute`, async () => {
      const { world, provider: enough } = limited('reset', forMs, issues, { scan_interval_secs: 3_600 });
      const home = world.home('one');
      const life = home.start({ tick_interval_secs: tick });
      await world.clock.advance(20 * MINUTE);
      const before = done(world);
      assert.ok(before > 0 && before < issues, `${before} were done before`);
      const asked = enough.refused.length;
      assert.ok(asked >= 1 && asked <= 3, `${asked} sessions met the limit`);
      await world.clock.advance(enough.limit.to - world.clock.now() - 1_000);
      assert.equal(enough.refused.length, asked, 'nobody asked while it rested');
      assert.equal(done(world), before);
      assert.equal(
        await home.store.costs.spent({ since: enough.limit.from + 2 * MINUTE }),
        0,
        'it cost nothing',
      );
      await assertNothingLost(world, life, home, issues);
      await goesOnWithinAMinute(world);
      assert.equal(enough.refused.length, asked);
      await world.clock.advance(30 * MINUTE);
      assert.ok(done(world) > before + 20, 'all slots work again');
      await assertNothingLost(world, life, home, issues);
      await life.stop();
    });

  test('429 without a reset time: one item at a time asks, less and less often, and work goes on', async () => {
    const { world, provider: enough } = limited('nothing', 3 * HOUR, 300);
    const home = world.home('one');
    const life = home.start();
    await world.clock.advance(3 * HOUR);
    const { refused } = enough;
    const first = refused.filter((at) => at < (refused[0] ?? 0) + MINUTE).length;
    assert.ok(first <= 3, 'those that ran');
    const later = refused.slice(first);
    assert.ok(later.length >= 5 && later.length <= 12, `${later.length} looks in three hours`);
    const gaps = later.slice(1).map((at, place) => at - (later[place] ?? 0));
    assert.ok(
      gaps.every((gap) => gap >= MINUTE),
      'one at a time',
    );
    assert.ok((gaps.at(-1) ?? 0) >= 29 * MINUTE, 'less and less often');
    const before = done(world);
    await world.clock.advance(HOUR);
    assert.ok(done(world) > before + 20);
    await assertNothingLost(world, life, home, 300);
    await life.stop();
  });

  for (const [told, name] of [
    ['past', 'a reset that is over already'],
    ['years', 'a reset that is years ahead'],
  ] as const)
    test(`a clock that is wrong (${name}) neither hammers the provider nor stops work for ever`, async () => {
      const { world, provider: enough } = limited(told, 5 * HOUR, 50);
      const home = world.home('one');
      const life = home.start();
      await world.clock.advance(5 * HOUR + 10 * MINUTE);
      assert.ok(enough.refused.length <= 20, `${enough.refused.length} looks`);
      await world.clock.advance(6 * HOUR);
      assert.equal(done(world), 50);
      await assertNothingLost(world, life, home, 50);
      await life.stop();
    });

  test('a model that is out of reach for five minutes counts no attempt, and everything is done', async () => {
    const { world } = limited('outage', 5 * MINUTE, 40);
    const home = world.home('one');
    const life = home.start();
    await world.clock.advance(90 * MINUTE);
    assert.equal(done(world), 40);
    await assertNothingLost(world, life, home, 40);
    await life.stop();
  });

  test('kill -9 while it rests: the next daemon rests on, asks nobody, and goes on at the reset', async () => {
    const { world, provider: enough } = limited('reset', 5 * HOUR, 60);
    const home = world.home('one');
    const first = home.start();
    await world.clock.advance(20 * MINUTE);
    first.kill();
    const asked = enough.refused.length;
    const second = home.start();
    await world.clock.advance(enough.limit.to - world.clock.now() - 1_000);
    assert.equal(enough.refused.length, asked, 'it is remembered');
    await goesOnWithinAMinute(world);
    await world.clock.advance(2 * HOUR);
    assert.equal(done(world), 60);
    await assertNothingLost(world, second, home, 60);
    await second.stop();
  });

  test('status, list and why say who rests, until when and because of what; people are told once', async () => {
    const { world, provider: enough } = limited('reset', 5 * HOUR, 60);
    const home = world.home('one');
    const life = home.start();
    await world.clock.advance(20 * MINUTE);
    const now = world.clock.now();
    const daemon = { state: 'running', version: '', pid: 1, started_at: null, home: '' } as const;
    const live = { queues: life.queues, daemon: life.daemon, stopping: false, maxConcurrent: 3 };
    const flows = registerFlows([issueFlow]);
    const { resting } = await statusOf({ store: home.store, now, daemon, perDayUsd: null, flows, live });
    const until = new Date(enough.limit.to).toISOString();
    assert.deepEqual(
      resting.map(({ agent, until: at, because, told }) => [agent, at.slice(0, 19), because, told]),
      [['scripted', until.slice(0, 19), "You've hit your session limit", true]],
    );
    const listed = await itemsOf(home.store, now, live);
    assert.equal(listed.length, 60 - done(world));
    for (const { id, waiting } of listed) assert.match(waiting?.reason ?? '', /scripted rests/, id);
    const queued = [...life.queues.all()][0];
    assert.ok(queued !== undefined, 'some wait in the queue');
    for (const id of [queued.id, listed.find((each) => each.phase === null)?.id ?? queued.id]) {
      const told = await why(id as typeof queued.id, { store: home.store, now, live });
      assert.deepEqual([told.state, told.failures], ['waiting', 0], id);
      assert.match(told.because, /scripted rests.*session limit/, id);
      assert.equal(told.wakes_at?.slice(0, 19), until.slice(0, 19), id);
    }
    const on = NotifySchema.parse({ desktop: true });
    const events = await home.store.events.after(0, 100_000);
    const notices = events.flatMap((event) => noticesOf(event, on, 'today', flows));
    assert.equal(
      new Set(
        notices.filter(({ body }) => /rests|cannot work/.test(JSON.stringify(body))).map(({ once }) => once),
      ).size,
      1,
    );
    await life.stop();
  });

  test('a person who says retry has it tried at once', async () => {
    const { world, provider: enough } = limited('reset', 5 * HOUR, 10);
    const home = world.home('one');
    const life = home.start();
    await world.clock.advance(15 * MINUTE);
    const queued = [...life.queues.all()][0];
    const before = enough.refused.length;
    enough.limit.to = world.clock.now();
    await life.tell({ name: 'retry', work: queued?.id ?? workId('issue', 'org/app', 10) });
    await world.clock.advance(20 * MINUTE);
    assert.equal(done(world), 10);
    assert.equal(enough.refused.length, before);
    await life.stop();
  });
});
