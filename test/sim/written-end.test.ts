import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script } from '../../src/agents/scripted/script.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { openWorld, type Home, type Life, type World } from './world.ts';

const MINUTE = 60_000;
const REPO = 'org/app';
const work = workId('issue', REPO, 1);
const FAILS: Script = [
  {
    when: /^\[autodev\]/,
    steps: [
      { do: 'wait', ms: MINUTE },
      { do: 'fail', reason: 'api_error', text: 'no' },
    ],
  },
];

interface Scene {
  world: World;
  home: Home;
  life: Life;
}

async function begun(): Promise<Scene> {
  const world = openWorld({ repos: { [REPO]: { max_attempts: 1, scan_interval_secs: 60 } }, script: FAILS });
  world.forge.addIssue(REPO, { title: 'hard' });
  const home = world.home('one');
  const life = home.start();
  await until(world, 'it is worked on', () => world.running().length === 1);
  return { world, home, life };
}

async function until(world: World, what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500 && !(await holds()); i += 1) await world.clock.advance(10_000);
  assert.ok(await holds(), what);
}

/** What happens right after an end was written down, once. */
function onceWritten({ home }: Scene, then: () => void): Promise<void> {
  const { leave } = home.store.runs;
  return new Promise((resolve) => {
    home.store.runs.leave = async (id, leaving) => {
      await leave(id, leaving);
      home.store.runs.leave = leave;
      then();
      resolve();
    };
  });
}

const leaves = async ({ home }: Scene) => (await home.store.runs.latest(work))?.leaving !== null;

async function assertOver({ world, home }: Scene, reason: RegExp): Promise<void> {
  await until(
    world,
    'its run is closed',
    async () => (await home.store.runs.latest(work))?.status === 'skip',
  );
  await world.clock.advance(30 * MINUTE);
  assert.match((await home.store.events.latest(work, 'item.left'))?.reason ?? '', reason);
  assert.deepEqual(world.forge.thread(REPO, 1).entry.labels, [LABEL.skip]);
  assert.equal(world.sessions.length, 1, 'nothing is paid again');
  assert.equal((await home.store.runs.ofWork(work)).length, 1);
}

const GAVE_UP = /gave up after 1 attempt:/;

describe('an end that was written down holds', () => {
  test('when we die before its labels say so: given up, or cancelled by a person', async () => {
    for (const [reason, cancel] of [
      [GAVE_UP, false],
      [/cancelled/, true],
    ] as const) {
      const scene = await begun();
      const written = onceWritten(scene, () => scene.life.kill());
      if (cancel) void scene.life.tell({ name: 'cancel', work });
      await until(scene.world, 'it leaves', () => leaves(scene));
      await written;
      assert.deepEqual(scene.world.forge.thread(REPO, 1).entry.labels, [LABEL.wip]);
      const next = scene.home.start();
      let queued = 0;
      next.bus.subscribe(({ type }) => void (type === 'item.queued' && (queued += 1)));
      await assertOver(scene, reason);
      assert.equal(queued, 0, 'it is not said to be in work again');
      await next.stop();
    }
  });

  test('when the forge fails before its labels say so, also when the daemon is stopped meanwhile', async () => {
    for (const stopped of [false, true]) {
      const scene = await begun();
      const { world, home, life } = scene;
      const written = onceWritten(scene, () => {
        world.forge.down = true;
      });
      await until(world, 'it leaves', () => world.forge.down);
      await written;
      await world.clock.advance(10 * MINUTE);
      world.forge.down = false;
      if (stopped) await life.stop();
      const last = stopped ? home.start() : life;
      await assertOver(scene, GAVE_UP);
      await last.stop();
    }
  });

  test('until a person has it tried again', async () => {
    const scene = await begun();
    const { world, home, life } = scene;
    const written = onceWritten(scene, () => life.kill());
    await until(world, 'it leaves', () => leaves(scene));
    await written;
    const next = home.start();
    await next.tell({ name: 'retry', work });
    await until(world, 'it is tried again', () => world.sessions.length === 2);
    assert.equal((await home.store.runs.ofWork(work))[0]?.status, 'skip');
    await next.stop();
  });
});
