// A cluster on a real PostgreSQL: what handing an item out and hearing of it costs, and what more workers bring.
import { openItemQueue } from '../src/compose/cluster/open.ts';
import { openEar } from '../src/daemon/cluster/ear.ts';
import { remoteEngine } from '../src/daemon/cluster/remote-engine.ts';
import { openWorker } from '../src/daemon/cluster/worker.ts';
import type { Flow } from '../src/workflows/engine/flow.ts';
import type { RepoSettings } from '../src/workflows/engine/settings.ts';
import { systemClock } from '../src/host/clock.ts';
import { openCluster } from '../src/store/postgres/open.ts';
import { workId } from '../src/work/ids.ts';
import { openTestCluster } from '../test/support/cluster.ts';
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
    ],
  );
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
    { db: lead.db, jobs, clock, ear, most: () => ITEMS, exclusive: () => undefined },
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
