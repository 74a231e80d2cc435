// A cluster on a real PostgreSQL: what handing an item out and hearing of it costs, what more workers bring, how soon
// the items of a killed worker go on, and what nothing to do costs the database.
import { openItemQueue } from '../src/compose/cluster/open.ts';
import { openEar } from '../src/daemon/cluster/ear.ts';
import { remoteEngine } from '../src/daemon/cluster/remote-engine.ts';
import { openWorker } from '../src/daemon/cluster/worker.ts';
import type { Flow } from '../src/workflows/engine/flow.ts';
import type { RepoSettings } from '../src/workflows/engine/settings.ts';
import { systemClock } from '../src/host/clock.ts';
import { openCluster } from '../src/store/postgres/open.ts';
import { workId } from '../src/work/ids.ts';
import { until } from '../test/support/cli-world.ts';
import { openClusterWorld, type ClusterWorld } from '../test/support/cluster-world.ts';
import { openTestCluster } from '../test/support/cluster.ts';
import { manyMachines } from '../test/support/port/many-machines.ts';
import { openPortWorld } from '../test/support/port/world.ts';
import { withoutPostgres } from '../test/support/postgres.ts';
import { report } from './measure.ts';

const ITEMS = 200;
const SLOTS = 4;
/** A step that waits for somebody else, as sessions do. */
const WAIT_MS = 50;

export async function run(): Promise<boolean> {
  const missing = withoutPostgres();
  if (missing !== undefined) {
    console.log(`cluster: ${missing}`);
    return true;
  }
  await using server = await openTestCluster();
  const bare = await itemsPerSecond(server, 1, 0);
  const rates: number[] = [];
  for (const workers of [1, 2, 4]) rates.push(await itemsPerSecond(server, workers, WAIT_MS));
  const [one = 0, , four = 0] = rates;
  const goesOnSecs = await untilOthersGoOn(server);
  const [pair = 0, fourfold = 0] = await idlePerHour();
  const perItem = 1_000 / bare;
  return report(
    `cluster, ${ITEMS} items, ${SLOTS} slots a worker, steps that wait ${WAIT_MS} ms`,
    [],
    [
      { text: 'overhead ≤ 10 ms an item', met: perItem <= 10, measured: `${perItem.toFixed(1)} ms` },
      {
        text: '4 workers ≥ 3 × 1 worker',
        met: four >= 3 * one,
        measured: `${rates.map((rate) => rate.toFixed(0)).join(', ')} items/s with 1, 2, 4 (${(four / one).toFixed(1)} ×)`,
      },
      {
        text: "a killed worker's items go on within 15 s",
        met: Math.max(...goesOnSecs) <= 15,
        measured: goesOnSecs.map((secs) => `${secs.toFixed(1)} s`).join(', '),
      },
      {
        text: 'idle, a coordinator and a worker ask less than 10 times a second',
        met: pair < 36_000,
        measured: `${Math.round(pair)} transactions an hour, ${Math.round(fourfold)} with one more of each`,
      },
    ],
  );
}

const KILLS = 3;
const IDLE_MS = 30_000;

/** With a coordinator and workers as processes. */
async function untilOthersGoOn(server: Awaited<ReturnType<typeof openTestCluster>>): Promise<number[]> {
  await using world = await openPortWorld(await manyMachines(server));
  const goesOnSecs: number[] = [];
  let worker = await world.start('w0');
  await world.finished(world.submit(KILLS + 1));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const hold = world.hold(`w${kill - 1}`, kill, 'last');
    const work = world.submit(kill);
    await world.seen({ by: `w${kill - 1}`, item: kill, step: 'last', what: 'begins' });
    const next = await world.start(`w${kill}`);
    const began = systemClock.monotonic();
    worker.child.kill('SIGKILL');
    await world.seen({ by: `w${kill}`, item: kill, step: 'last', what: 'begins' });
    goesOnSecs.push((systemClock.monotonic() - began) / 1_000);
    await world.finished(work);
    hold.release();
    worker = next;
  }
  return goesOnSecs;
}

/** As an hour without work costs the database, by the settings that hold unless somebody writes others. */
async function idlePerHour(): Promise<number[]> {
  await using world = await openClusterWorld();
  await world.world.configure((config) => {
    const [{ url } = {}] = config['repos'] as { url: string }[];
    config['repos'] = [{ url }];
    delete config['daemon'];
  });
  const measured: number[] = [];
  for (const name of ['one', 'two']) {
    (await world.machine(`coordinator ${name}`)).start('start');
    (await world.machine(`worker ${name}`)).start('worker');
    await until(async () => {
      const up = await world.query("SELECT 1 FROM members WHERE state IN ('up', 'leading')").catch(() => []);
      const [{ scanned } = { scanned: '0' }] = await world
        .query<{ scanned: string }>("SELECT count(*) AS scanned FROM events WHERE type = 'repo.scanned'")
        .catch(() => []);
      return up.length === 2 * (measured.length + 1) && scanned !== '0';
    });
    const before = await transactions(world);
    await systemClock.sleep(IDLE_MS);
    measured.push(((await transactions(world)) - before) * (3_600_000 / IDLE_MS));
  }
  return measured;
}

async function transactions({ cluster, database }: ClusterWorld): Promise<number> {
  const sql = `SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = '${database}'`;
  const [row] = (await cluster.query('postgres', sql)) as { count: string }[];
  return Number(row?.count);
}

async function itemsPerSecond(
  server: Awaited<ReturnType<typeof openTestCluster>>,
  workers: number,
  waitMs: number,
): Promise<number> {
  const { login } = await server.database();
  const ended = new AbortController();
  const clock = systemClock;
  const all = await Promise.all(
    Array.from({ length: workers + 1 }, () => openCluster({ ...login, connections: 12 }, { patient: true })),
  );
  const [lead, ...others] = all;
  if (lead === undefined) throw new Error('nobody leads');
  const jobs = await openItemQueue(lead, () => {});
  const ear = openEar(lead.pool, clock);
  const engine = remoteEngine(
    {
      db: lead.db,
      jobs,
      clock,
      ear,
      most: () => ITEMS,
      dayBudgetUsd: () => Infinity,
      exclusive: () => undefined,
    },
    ended.signal,
  );
  const running = await Promise.all(
    others.map(async (cluster, at) => {
      const own = { jobs: await openItemQueue(cluster, () => {}), ear: openEar(cluster.pool, clock) };
      const worker = openWorker({
        ...own,
        id: `w${at}`,
        cluster,
        clock,
        slots: SLOTS,
        problem: (message) => console.error(message),
        carryOn: async () => {
          await clock.sleep(waitMs);
          return { kind: 'advanced', advance: { kind: 'superseded', reason: '' } };
        },
      });
      return { ...own, done: worker.run(ended.signal, { ms: () => 1_000, now: ended.signal }) };
    }),
  );
  const began = clock.monotonic();
  const settings = { name: 'o/r' } as RepoSettings;
  await Promise.all(
    Array.from({ length: ITEMS }, (_, number) =>
      engine.advance(
        {} as Flow,
        {
          work: workId('issue', 'o/r', number + 1),
          phase: 'Pending',
          settings,
          settingsNow: async () => settings,
          trusts: async () => true,
          onPhase: async () => {},
        },
        ended.signal,
      ),
    ),
  );
  const seconds = (clock.monotonic() - began) / 1_000;
  ended.abort(new Error('measured'));
  await Promise.allSettled([engine.settled, ...running.map(({ done }) => done)]);
  for (const each of [{ jobs, ear }, ...running]) {
    await each.jobs.close();
    await each.ear[Symbol.asyncDispose]();
  }
  await Promise.all(all.map((each) => each.close()));
  return ITEMS / seconds;
}
