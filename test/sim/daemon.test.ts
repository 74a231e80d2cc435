import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { why } from '../../src/daemon/control/why.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { openWorld, type Life, type World } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const labelsOf = (world: World, repo: string) =>
  world.forge.threads(repo).map(({ entry }) => [entry.number, entry.labels.join(' ')] as const);
const handled = (world: World, repos: readonly string[]) =>
  repos.every((repo) => world.forge.threads(repo).every(({ entry }) => entry.labels.includes(LABEL.skip)));

/** Lets time pass until it holds; a world in which it never does ends in an error. */
async function until(world: World, holds: () => boolean, most = 2 * DAY): Promise<void> {
  const end = world.clock.now() + most;
  while (!holds()) {
    assert.ok(world.clock.now() < end, 'it comes to that');
    await world.clock.advance(30_000);
  }
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Every marker of ours at most once: nothing was written twice. */
function assertOnce(world: World, repo: string): void {
  for (const { entry, comments } of world.forge.threads(repo)) {
    const marks = comments.map(({ body }) => /<!-- autodev:(\S+ \S+)/.exec(body)?.[1]?.replace(/ \S+Z$/, ''));
    assert.deepEqual([...new Set(marks)], marks, `#${entry.number}`);
  }
}

function limitsHold(world: World, life: Life): { most: number } {
  const seen = { most: 0 };
  world.watch(() => {
    const running = world.running();
    const perRepo = new Map<string, number>();
    for (const { repo } of running) perRepo.set(repo, (perRepo.get(repo) ?? 0) + 1);
    seen.most = Math.max(seen.most, running.length);
    assert.ok(running.length <= life.settings.max_concurrent, 'not more than max_concurrent at any moment');
    assert.ok(
      Math.max(0, ...perRepo.values()) <= life.settings.max_concurrent_per_repo,
      'nor per repository',
    );
  });
  return seen;
}

describe('much work', () => {
  test('1,000 issues of one repository: limits held at every moment, each handled once, memory flat', async () => {
    const world = openWorld({ repos: { 'org/app': {} } });
    for (let n = 1; n <= 1_000; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
    const life = world.home('one').start({ max_concurrent: 4, max_concurrent_per_repo: 4 });
    const seen = limitsHold(world, life);
    let mostQueued = 0;
    world.watch(() => {
      mostQueued = Math.max(mostQueued, life.queues.size);
    });
    await until(world, () => world.sessions.length >= 500);
    const half = heap();
    await until(world, () => handled(world, ['org/app']));
    const growth = heap() - half;
    await life.stop();
    assert.equal(world.sessions.length, 1_000);
    assert.equal(new Set(world.sessions.map(({ number }) => number)).size, 1_000);
    assert.equal(seen.most, 4, 'the limit is also used');
    assert.ok(mostQueued <= 20, 'never more than max_queued are held');
    // Half a thousand more comments on the forge in memory take their place too.
    assert.ok(growth < 8_000_000, `${growth} bytes more after the second half`);
    assertOnce(world, 'org/app');
  });

  test('200 repositories: fair, however much each of them asks for', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `org/r${at}`);
    const world = openWorld({ repos: Object.fromEntries(names.map((name) => [name, {}])) });
    // The first has fifty times the work of the others.
    for (const name of names)
      for (let n = 0; n < (name === 'org/r0' ? 100 : 2); n += 1)
        world.forge.addIssue(name, { title: `issue ${n}` });
    const life = world.home('one').start({ max_concurrent: 6, max_concurrent_per_repo: 2 });
    limitsHold(world, life);
    await until(world, () => handled(world, names));
    await life.stop();
    const firstRound = world.sessions.slice(0, 200).map(({ repo }) => repo);
    assert.equal(new Set(firstRound).size, 200, 'everybody gets one before anybody gets two');
    const secondRound = world.sessions.slice(200, 400).map(({ repo }) => repo);
    assert.equal(new Set(secondRound).size, 200);
    assert.equal(world.sessions.length, 199 * 2 + 100);
  });
});

describe('an outage', () => {
  for (const [name, ms] of [
    ['an hour', HOUR],
    ['a week', 7 * DAY],
  ] as const) {
    test(`of ${name}: everything is found, orphans are cleared, nothing is done or paid twice`, async () => {
      const world = openWorld({ repos: { 'org/app': {} } });
      for (let n = 1; n <= 10; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
      const home = world.home('one');
      const first = home.start({ max_concurrent: 3, max_concurrent_per_repo: 3 });
      await until(world, () => world.sessions.length >= 7);
      const finished = world.sessions.filter(({ ended }) => ended !== undefined).map(({ number }) => number);
      first.kill();
      const orphans = labelsOf(world, 'org/app').filter(([, labels]) => labels.includes(LABEL.wip));
      assert.ok(orphans.length >= 3, 'it died in the middle of its work');
      await world.clock.advance(ms / 2);
      const closed = orphans[0]?.[0] ?? 0;
      world.forge.close('org/app', closed);
      for (let n = 11; n <= 15; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
      await world.clock.advance(ms / 2);

      const second = home.start({ max_concurrent: 3, max_concurrent_per_repo: 3 });
      const open = () => world.forge.threads('org/app').filter(({ entry }) => entry.state === 'open');
      await until(world, () => open().every(({ entry }) => entry.labels.includes(LABEL.skip)));
      await world.clock.advance(HOUR);
      await second.stop();
      assert.deepEqual(
        labelsOf(world, 'org/app').filter(([, labels]) => labels.includes(LABEL.wip)),
        [],
        'no orphan is left, not even on what was closed meanwhile',
      );
      const paid = world.sessions.filter(({ ended }) => (ended ?? -1) >= 0).map(({ number }) => number);
      assert.equal(new Set(paid).size, paid.length, 'no issue was paid for twice');
      for (const number of finished)
        assert.equal(world.sessions.filter((session) => session.number === number).length, 1);
      assertOnce(world, 'org/app');
    });
  }

  test('that takes the home along: another one clears old orphans and goes on, nothing is written twice', async () => {
    const world = openWorld({ repos: { 'org/app': {} } });
    for (let n = 1; n <= 6; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
    const first = world.home('lost').start();
    await until(world, () => world.sessions.length >= 3);
    first.kill();
    await world.clock.advance(7 * DAY);
    const second = world.home('new').start();
    await until(world, () => handled(world, ['org/app']));
    await second.stop();
    for (const { entry, comments } of world.forge.threads('org/app'))
      assert.ok(
        comments.filter(({ body }) => body.includes('autodev:analysis')).length === 1,
        `#${entry.number}`,
      );
  });
});

describe('two homes on one repository', () => {
  test('nothing is handled twice, and both work', async () => {
    const world = openWorld({ repos: { 'org/app': { max_queued: 4 } } });
    for (let n = 1; n <= 40; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
    const lives = ['one', 'two'].map((name) => world.home(name).start());
    await until(world, () => handled(world, ['org/app']));
    for (const life of lives) await life.stop();
    assert.equal(world.sessions.length, 40);
    assert.equal(new Set(world.sessions.map(({ number }) => number)).size, 40);
    assert.equal(new Set(world.sessions.map(({ home }) => home)).size, 2);
  });
});

describe('when work may begin', () => {
  test('outside the active hours nothing begins, and `why` says when it does', async () => {
    const world = openWorld({ repos: { 'org/app': {} } });
    const start = new Date(world.clock.now());
    const opens = new Date(start.getTime() + 2 * HOUR);
    const two = (n: number) => String(n).padStart(2, '0');
    const from = `${two(opens.getHours())}:${two(opens.getMinutes())}`;
    const home = world.home('one');
    const life = home.start({
      active_hours: [`${from}-${two((opens.getHours() + 1) % 24)}:${two(opens.getMinutes())}`],
    });
    world.forge.addIssue('org/app', { title: 'late' });
    await world.clock.advance(HOUR);
    assert.equal(world.sessions.length, 0);
    const told = await why(workId('issue', 'org/app', 1), {
      store: home.store,
      now: world.clock.now(),
      live: { queues: life.queues, daemon: life.daemon, stopping: false, maxConcurrent: 3 },
    });
    assert.match(told.waits_for ?? '', /active hours/);
    assert.equal(told.wakes_at, opens.toISOString());
    await until(world, () => handled(world, ['org/app']));
    assert.ok(world.sessions[0] !== undefined && world.sessions[0].began >= opens.getTime());
    await life.stop();
  });

  test('a used-up budget of the day waits for midnight, which `why` tells', async () => {
    // Two sessions are what the day allows; the third waits.
    const world = openWorld({ repos: { 'org/app': {} }, perDayUsd: 0.2 });
    for (let n = 1; n <= 3; n += 1) world.forge.addIssue('org/app', { title: `issue ${n}` });
    const home = world.home('one');
    const life = home.start({ max_concurrent: 1 });
    await world.clock.advance(HOUR);
    assert.equal(world.sessions.length, 2);
    const left = world.forge.threads('org/app').find(({ entry }) => !entry.labels.includes(LABEL.skip));
    const number = left?.entry.number ?? 0;
    const told = await why(workId('issue', 'org/app', number), {
      store: home.store,
      now: world.clock.now(),
      live: { queues: life.queues, daemon: life.daemon, stopping: false, maxConcurrent: 3 },
    });
    const midnight = new Date(world.clock.now());
    midnight.setHours(24, 0, 0, 0);
    assert.match(told.because, /budget for today is used up/);
    assert.equal(told.wakes_at, midnight.toISOString());
    await until(world, () => handled(world, ['org/app']), 2 * DAY);
    assert.ok((world.sessions[2]?.began ?? 0) >= midnight.getTime());
    await life.stop();
  });

  test('an item whose own budget is used up is left to a person, who is told why', async () => {
    const world = openWorld({
      repos: { 'org/app': { budget: { per_item_usd: 0.05 } } },
      script: [
        {
          when: /^\[autodev\]/,
          steps: [
            { do: 'cost', usd: 0.05 },
            { do: 'fail', reason: 'api_error' },
          ],
        },
      ],
    });
    world.forge.addIssue('org/app', { title: 'dear' });
    const home = world.home('one');
    const life = home.start();
    await until(world, () => handled(world, ['org/app']));
    await life.stop();
    assert.equal(world.sessions.length, 1, 'the second attempt was not begun');
    const told = await why(workId('issue', 'org/app', 1), { store: home.store, now: world.clock.now() });
    assert.match(told.because, /budget of this item is used up/);
  });
});
