import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script } from '../../src/agents/scripted/script.ts';
import { itemsOf } from '../../src/daemon/control/items.ts';
import { statusOf } from '../../src/daemon/control/status.ts';
import { why } from '../../src/daemon/control/why.ts';
import { workId, type WorkId } from '../../src/work/ids.ts';
import { dailyFlow } from '../support/flows/daily/flow.ts';
import { openWorld, type Home, type Life, type World } from './world.ts';

const DAY = 24 * 3_600_000;
const REPO = 'org/app';
const SCRIPT: Script = [
  {
    when: /^\[autodev\] Look/,
    steps: [
      { do: 'wait', ms: 60_000 },
      { do: 'cost', usd: 0.1 },
      { do: 'say', text: 'fine' },
    ],
  },
];
const flows = [dailyFlow];

function begin(): { world: World; home: Home; life: Life; work: WorkId } {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } }, script: SCRIPT, flows });
  const home = world.home('one');
  const work = workId('daily', REPO, Math.floor(world.clock.now() / DAY));
  return { world, home, life: home.start(), work };
}

async function until(world: World, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = world.clock.now() + 2 * DAY; !(await holds());) {
    assert.ok(world.clock.now() < end, `${String(holds)} comes about`);
    await world.clock.advance(30_000);
  }
}

const asks = (home: Home, work: WorkId) => async () => (await home.store.questions.open(work)).length > 0;
const left = (home: Home, work: WorkId, outcome: string) => async () =>
  (await home.store.events.latest(work, 'item.left'))?.outcome === outcome;
const liveOf = ({ queues, daemon }: Life) => ({ queues, daemon, stopping: false, maxConcurrent: 3 });
const yes = (work: WorkId) => ({ name: 'approve', work, by: 'ann' }) as const;

describe('a flow of its own, with nothing on the forge', () => {
  test('is found, asks, goes on when it is answered, and is done once a day', async () => {
    const { world, home, life, work } = begin();
    await until(world, asks(home, work));
    await life.tell(yes(work));
    await until(world, left(home, work, 'done'));
    await until(world, asks(home, workId('daily', REPO, Math.floor(world.clock.now() / DAY) + 1)));
    await life.stop();
    assert.equal(world.sessions.length, 2, 'one session each day');
    assert.equal(await home.store.steps.count(work, 'look'), 1);
  });

  test('is shown by status, list and why like any other', async () => {
    const { world, home, life, work } = begin();
    await until(world, () => life.daemon.standing(work).running);
    const { store } = home;
    const now = world.clock.now();
    const live = liveOf(life);
    const [item] = await itemsOf(store, now, live);
    assert.deepEqual([item?.id, item?.type, item?.phase, item?.running], [work, 'daily', 'Looking', true]);
    const daemon = { state: 'running', version: '', pid: 1, started_at: null, home: '' } as const;
    const status = await statusOf({ store, now, daemon, perDayUsd: null, flows, live });
    assert.deepEqual(status.queue, { daily: { Waiting: 0, Looking: 1, Noting: 0 } });
    assert.equal((await why(work, { store, now, live })).state, 'running');
    await until(world, asks(home, work));
    assert.equal((await why(work, { store, now: world.clock.now(), live })).state, 'question');
    await life.tell({ name: 'answer', work, text: 'stop', by: 'ann' });
    await until(world, async () => (await store.runs.latest(work))?.status === 'skip');
    const told = await why(work, { store, now: world.clock.now(), live });
    assert.deepEqual([told.state, told.labels], ['skip', null]);
    await life.stop();
  });

  test('goes on after a crash at any moment, with nothing paid twice', async () => {
    let calls = 0;
    for (let whole = false; !whole; calls += 7) {
      const { world, home, life, work } = begin();
      life.dieAfter(calls);
      for (let i = 0; i < 8 && !(await asks(home, work)()); i += 1) await world.clock.advance(30_000);
      whole = (await asks(home, work)()) && !life.queues.has(work);
      const finished = await home.store.steps.count(work, 'look');
      const begun = world.sessions.length;
      life.kill();
      const next = home.start();
      await until(world, asks(home, work));
      await next.tell(yes(work)).catch(() => {});
      await until(world, left(home, work, 'done'));
      await next.stop();
      assert.equal(await home.store.steps.count(work, 'look'), 1, `after ${calls} calls`);
      assert.equal(
        world.sessions.length - begun,
        finished === 1 ? 0 : 1,
        'what was finished is not paid again',
      );
      assert.equal((await home.store.runs.latest(work))?.status, 'done');
    }
    assert.ok(calls > 50, `${calls} calls`);
  });

  test('an answer that comes on another day still finds its item', async () => {
    const { world, home, life, work } = begin();
    await until(world, asks(home, work));
    await world.clock.advance(DAY);
    await life.tell(yes(work));
    await until(world, left(home, work, 'done'));
    await life.stop();
    assert.equal(await home.store.steps.count(work, 'note'), 1);
  });

  test('cancel leaves it to a person, retry takes it up where it was, and what is done stays done', async () => {
    const { world, home, life, work } = begin();
    await until(world, asks(home, work));
    assert.match(await life.tell({ name: 'cancel', work }), /is cancelled/);
    assert.match(await life.tell({ name: 'cancel', work }), /was cancelled already/);
    await world.clock.advance(600_000);
    assert.equal((await home.store.questions.open(work)).length, 0, 'scans leave it alone');
    assert.match(await life.tell({ name: 'retry', work }), /tried again now/);
    await until(world, asks(home, work));
    await life.tell(yes(work));
    await until(world, left(home, work, 'done'));
    assert.match(await life.tell({ name: 'retry', work }), /is finished/);
    await world.clock.advance(600_000);
    await life.stop();
    assert.equal((await home.store.events.latest(work, 'item.left'))?.outcome, 'done');
    assert.equal(world.sessions.length, 1, 'what was paid before it was cancelled is kept');
  });

  test('an id of no flow is refused with the one that was meant', async () => {
    const { life } = begin();
    const order = { name: 'retry', work: 'dialy:org/app:1' } as const;
    await assert.rejects(life.tell(order), { code: 'not_found', hint: 'did you mean daily?' });
    await life.stop();
  });
});
