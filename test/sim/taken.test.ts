import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script, Step } from '../../src/agents/scripted/script.ts';
import { isoSeconds } from '../../src/host/clock.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { openWorld, type Home, type Life, type World } from './world.ts';

const MINUTE = 60_000;
const REPO = 'org/app';

interface Scene {
  world: World;
  home: Home;
  life: Life;
}

/** One item in work and one that waits for a slot, with sessions that end so. */
async function begun(...end: Step[]): Promise<Scene> {
  const script: Script = [{ when: /^\[autodev\]/, steps: [{ do: 'wait', ms: 20 * MINUTE }, ...end] }];
  const world = openWorld({ repos: { [REPO]: {} }, script });
  for (const title of ['first', 'second']) world.forge.addIssue(REPO, { title });
  const home = world.home('one');
  const life = home.start({ max_concurrent: 1 });
  await until(world, 'one runs, one waits', () => world.running().length === 1 && life.queues.size === 2);
  return { world, home, life };
}

async function until(world: World, what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500 && !(await holds()); i += 1) await world.clock.advance(10_000);
  assert.ok(await holds(), what);
}

/** As after seven hours of sleep: our claim ran out meanwhile, and another daemon's stands below it. */
async function takenOver(world: World, number: number): Promise<void> {
  const claim = (id: string, at: number) => `busy\n\n<!-- autodev:claim ${id} ${isoSeconds(at)} -->\n`;
  const [mine] = world.forge.thread(REPO, number).comments;
  const other = world.forge.as('autodev');
  await other.editComment(REPO, mine?.id ?? 0, claim('d-one', world.clock.now() - 7 * 60 * MINUTE));
  await other.comment(REPO, number, claim('d-other', world.clock.now()));
}

async function assertTheirs({ world, home }: Scene, number: number): Promise<void> {
  const { entry, comments } = world.forge.thread(REPO, number);
  assert.deepEqual(entry.labels, [LABEL.wip], 'the label is the other one’s');
  assert.match(comments[0]?.body ?? '', /<!-- autodev:claim d-one -/, 'our claim is given back, not renewed');
  assert.equal(comments.length, 2);
  const work = workId('issue', REPO, number);
  assert.equal(await home.store.attempts.get(work), undefined, 'nothing is counted');
}

const left = async ({ home }: Scene, number: number) =>
  (await home.store.events.latest(workId('issue', REPO, number), 'item.left'))?.reason;

const running = ({ world }: Scene) => world.running()[0]?.number ?? 0;

describe('an item that another daemon took while we slept', () => {
  test('is not begun, and our claim on it stays dead', async () => {
    const scene = await begun({ do: 'fail', reason: 'api_error' });
    const waiting = running(scene) === 1 ? 2 : 1;
    await takenOver(scene.world, waiting);
    await until(scene.world, 'it leaves', async () => (await left(scene, waiting)) !== undefined);
    assert.equal(await left(scene, waiting), 'another daemon took it');
    assert.equal(scene.world.sessions.filter(({ number }) => number === waiting).length, 0);
    await assertTheirs(scene, waiting);
    await scene.life.stop();
  });

  for (const [how, step] of [
    ['fails', { do: 'fail', reason: 'api_error' }],
    ['has to be put off', { do: 'fail', reason: 'limit', resets_in_secs: 7200 }],
    ['is over', { do: 'answer', value: { verdict: 'wontfix', confidence: 1, summary: 'no' } }],
  ] as const)
    test(`keeps the other one's label when our session on it ${how}`, async () => {
      const scene = await begun(step);
      const number = running(scene);
      await takenOver(scene.world, number);
      await until(scene.world, 'it leaves', async () => (await left(scene, number)) !== undefined);
      assert.equal(await left(scene, number), 'another daemon took it');
      await assertTheirs(scene, number);
      await scene.life.stop();
    });

  test("keeps the other one's label when we are stopped", async () => {
    const scene = await begun({ do: 'fail', reason: 'api_error' });
    for (const number of [1, 2]) await takenOver(scene.world, number);
    await scene.life.stop();
    for (const number of [1, 2]) await assertTheirs(scene, number);
  });
});
