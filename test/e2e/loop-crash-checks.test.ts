import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { itemsOf } from '../../src/daemon/control/items.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { workId } from '../../src/work/ids.ts';
import { openMortalDaemon, type MortalDaemon } from '../support/mortal-daemon.ts';

const ACTIONS = 'github-actions[bot]';
const USERS = ['dev', 'autodev[bot]', ACTIONS];
/** What is about checks and bases; the boundaries of the rest are those of the other sweeps. */
const AT = '^step (pr \\d+ (rerun|flaky|neverRan)|merge \\d+ retarget)';
const BOUNDARIES = ['pr 1 rerun 0', 'pr 1 flaky 0', 'pr 1 neverRan 0', 'merge 1 retarget 0'].map(
  (boundary) => `step ${boundary}`,
);
const message = 'The job was not started because recent account payments have failed.';
const annotations = [{ path: '.github', start_line: 1, end_line: 1, annotation_level: 'failure', message }];
const NEVER_STARTED = { conclusion: 'failure', output: { title: 'lint', summary: '', annotations } };

interface Run {
  id: number;
  name: string;
  status: string;
}
interface Pull {
  number: number;
  merged: boolean;
  head: { sha: string; ref: string };
  base: { ref: string };
}

const report = ({ forge, at }: MortalDaemon, sha: string, name: string, more: object) =>
  forge
    .user(ACTIONS)
    .request('POST', `${at}/check-runs`, { name, head_sha: sha, status: 'completed', ...more });

const runsOf = async (world: MortalDaemon, sha: string, name: string) =>
  (
    await world.get<{ check_runs: Run[] }>(`/commits/${sha}/check-runs?filter=all&check_name=${name}`)
  ).check_runs.filter((run) => run.name === name);

/** Ends each of the checks that is run again: as CI does, one job of a workflow after another. */
async function answerAgain(world: MortalDaemon, sha: string, ends: Record<string, object>): Promise<boolean> {
  let ended = 0;
  for (const [name, more] of Object.entries(ends)) {
    const runs = await runsOf(world, sha, name);
    assert.ok(runs.length <= 2, `${name} was run again once`);
    const queued = runs.find(({ status }) => status === 'queued');
    const answer = { status: 'completed', ...more };
    if (queued !== undefined)
      await world.forge.user(ACTIONS).request('PATCH', `${world.at}/check-runs/${queued.id}`, answer);
    else if (runs.length === 2) ended += 1;
  }
  return ended === Object.keys(ends).length;
}

async function remembered<T>({ home }: MortalDaemon, look: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(join(home, 'autodev.db'), { readOnly: true });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

const reasons = (world: MortalDaemon) =>
  remembered(world, async (store) =>
    (await itemsOf(store, Date.now())).map(({ waiting }) => waiting?.reason ?? '').join('\n'),
  );
const merged = async ({ get }: MortalDaemon, number: number) => (await get<Pull>(`/pulls/${number}`)).merged;

async function checksAndStack(): Promise<void> {
  const settings = { users: USERS, repo: { auto_merge: true } };
  await using world = await openMortalDaemon({ dieAfter: ['step'], deathsAt: AT, once: true, ...settings });
  const { owner } = world.forge;
  await owner.request('POST', `${world.at}/issues`, { title: 'make it', body: 'please' });
  await world.untilQuiet();
  const [lower] = await world.get<Pull[]>('/pulls');
  assert.ok(lower !== undefined);
  const { sha, ref } = lower.head;
  await report(world, sha, 'test', { conclusion: 'failure' });
  await report(world, sha, 'lint', { conclusion: 'failure' });
  const ends = { test: { conclusion: 'success' }, lint: NEVER_STARTED };
  await world.until('both were run again', () => answerAgain(world, sha, ends));
  await world.until('it waits for lint', async () => /lint .*never run/.test(await reasons(world)));
  assert.equal(await merged(world, lower.number), false);
  const top = await world.commit('upper', 'upper.txt', sha);
  const upper = (await owner.request('POST', `${world.at}/pulls`, {
    title: 'on top',
    body: '',
    head: 'upper',
    base: ref,
  })) as Pull;
  await report(world, top, 'test', { conclusion: 'success' });
  await report(world, sha, 'lint', { conclusion: 'success' });
  await world.until(
    'both are merged',
    async () => (await merged(world, lower.number)) && merged(world, upper.number),
  );
  await world.untilQuiet();

  const deaths = world.deaths();
  for (const boundary of BOUNDARIES)
    assert.ok(deaths.includes(boundary), `${boundary}: ${deaths.join(', ')}`);
  assert.equal((await world.get<Pull>(`/pulls/${upper.number}`)).base.ref, 'main');
  const paid = { 'issue analyze': 1, 'issue implement': 1, 'pr review': 3 };
  assert.deepEqual(
    world.paid(),
    paid,
    'the upper one is reviewed for each of its bases, and nothing is fixed',
  );
  const work = workId('pr', world.at.slice('/repos/'.length), lower.number);
  const events = await remembered(world, (store) => store.events.ofWork(work, 200));
  const flaky = events.filter((event) => event.type === 'check.flaky' && event.check === 'test');
  assert.equal(flaky.length, 1, 'it is called a flake once');
}

/** Killed right after its review, given another base meanwhile. */
async function anotherBase(dieAfter: 'step' | 'intent'): Promise<void> {
  const settings = { users: USERS, repo: { auto_merge: true, merge_require_ci: false } };
  await using world = await openMortalDaemon({
    dieAfter: [dieAfter],
    deathsAt: `^${dieAfter} pr 1 review`,
    once: true,
    ...settings,
  });
  const { owner } = world.forge;
  await world.commit('other', 'other.txt');
  await world.commit('topic', 'topic.txt');
  const { number } = (await owner.request('POST', `${world.at}/pulls`, {
    title: 'change',
    body: '',
    head: 'topic',
    base: 'main',
  })) as Pull;
  assert.equal(await world.live(), 'killed');
  await owner.request('PATCH', `${world.at}/pulls/${number}`, { base: 'other' });
  await world.untilQuiet();
  const { base } = await world.get<Pull>(`/pulls/${number}`);
  assert.deepEqual([await merged(world, number), base.ref], [true, 'other']);
  assert.deepEqual(world.paid(), { 'pr review': 2 }, 'once for each base');
}

describe('kill -9 loses nothing and does nothing twice', { concurrency: 2 }, () => {
  test('when a check is run again, called a flake or never ran, and a stack is retargeted', checksAndStack);
  for (const [dieAfter, when] of [
    ['step', 'right after the step'],
    ['intent', 'before the write'],
  ] as const)
    test(`when a person gives a reviewed pull request another base meanwhile: ${when}`, () =>
      anotherBase(dieAfter));
});
