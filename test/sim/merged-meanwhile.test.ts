import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { why } from '../../src/daemon/control/why.ts';
import { workId } from '../../src/work/ids.ts';
import { registerFlows } from '../../src/workflows/engine/flows.ts';
import { issueFlow } from '../../src/workflows/issue/flow.ts';
import { mergeFlow } from '../../src/workflows/merge/flow.ts';
import { pullFlow } from '../../src/workflows/pull/flow.ts';
import { openWorld, type Home, type Life, type World } from './world.ts';

const MINUTE = 60_000;
const REPO = 'org/app';
const FLOWS = [issueFlow, pullFlow, mergeFlow];

async function withPull(repo: object = {}) {
  const world = openWorld({
    repos: { [REPO]: { scan_interval_secs: 60, scan_targets: ['issues', 'pulls'], ...repo } },
    flows: FLOWS,
  });
  const { number } = await world.forge
    .as('ann')
    .createPull(REPO, { title: 'change', body: '', head: 'topic', base: 'main' });
  return { world, number, home: world.home('one') };
}

const merge = (world: World, number: number) =>
  Object.assign(world.forge.thread(REPO, number).entry, {
    state: 'closed',
    merged: true,
    updatedAt: new Date(world.clock.now()).toISOString(),
  });

async function told(world: World, home: Home, life: Life, type: string, number: number) {
  const id = workId(type, REPO, number);
  const live = { queues: life.queues, daemon: life.daemon, stopping: false, maxConcurrent: 3 };
  const reads = { forge: world.forge.as('autodev'), flows: registerFlows(FLOWS) };
  const said = [
    await why(id, { store: home.store, now: world.clock.now(), live, reads }),
    await why(id, { store: home.store, now: world.clock.now() }),
  ];
  return said.map(({ state, because }) => `${state}: ${because}`);
}

describe('a pull request that was merged while no daemon ran', () => {
  test('and was in work before is said to be merged, to people, in the journal and by why', async () => {
    const { world, number, home } = await withPull();
    const life = home.start();
    for (let i = 0; i < 60 && world.running().length === 0; i += 1) await world.clock.advance(10_000);
    assert.equal(world.running().length, 1);
    await life.stop();
    merge(world, number);
    const next = home.start();
    await world.clock.advance(5 * MINUTE);
    for (const said of await told(world, home, next, 'pr', number))
      assert.equal(said, `done: it is finished: PR #${number} was merged meanwhile`);
    const status = world.forge.thread(REPO, number).comments.find(({ body }) => body.includes('claim'));
    assert.match(status?.body ?? '', /done: PR `#\d+` was merged meanwhile/);
    assert.equal((await home.store.runs.open(REPO)).length, 0);
    await next.stop();
  });

  test('and only waited to be merged waits no longer', async () => {
    const { world, number, home } = await withPull({ auto_merge: true });
    const life = home.start();
    const waits = async () => (await home.store.waits.ofRepo(REPO)).length > 0;
    for (let i = 0; i < 60 && !(await waits()); i += 1) await world.clock.advance(MINUTE);
    assert.ok(await waits());
    await life.stop();
    merge(world, number);
    const next = home.start();
    await world.clock.advance(5 * MINUTE);
    const [live, remembered] = await told(world, home, next, 'merge', number);
    assert.equal(live, `done: it is finished: PR #${number} was merged meanwhile`);
    assert.match(remembered ?? '', /PR #\d+ was merged meanwhile/);
    await next.stop();
  });
});
