import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openItemQueue } from '../../src/compose/cluster/open.ts';
import { lead } from '../../src/daemon/cluster/election.ts';
import { openEar } from '../../src/daemon/cluster/ear.ts';
import { clusterHolds } from '../../src/daemon/cluster/holds.ts';
import { leaseFence, takeLease } from '../../src/daemon/cluster/leases.ts';
import { remoteEngine } from '../../src/daemon/cluster/remote-engine.ts';
import { handBack, handOut, tasksNow } from '../../src/daemon/cluster/tasks.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { openCluster, type ClusterDatabase } from '../../src/store/postgres/open.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { runId, workId } from '../../src/work/ids.ts';
import type { EngineItem } from '../../src/workflows/engine/item.ts';
import type { Flow } from '../../src/workflows/engine/flow.ts';
import { Budget } from '../../src/workflows/engine/budget/budget.ts';
import { Cancelled, Postponed, Taken } from '../../src/workflows/engine/stops/interruptions.ts';
import { until } from '../support/cli-world.ts';
import { openTestCluster } from '../support/cluster.ts';
import { withoutPostgres } from '../support/postgres.ts';

const skip = withoutPostgres();
const server = skip === undefined ? await openTestCluster() : undefined;
const opened: ClusterDatabase[] = [];
after(async () => {
  await Promise.allSettled(opened.map((each) => each.close()));
  await server?.[Symbol.asyncDispose]();
});

/** As many processes on one empty database as asked for. */
async function members(count: number): Promise<ClusterDatabase[]> {
  const { login } = (await server?.database()) ?? assert.fail();
  const made = await Promise.all(Array.from({ length: count }, () => openCluster(login)));
  opened.push(...made);
  return made;
}

const work = (number: number) => workId('issue', 'o/r', number);
/** Neither is looked at by an engine that hands everything on. */
const FLOW = {} as Flow;
const SETTINGS = { name: 'o/r' } as EngineItem['settings'];
const task = (number: number, exclusive?: string) =>
  ({ work: work(number), phase: 'Pending', exclusive, settings: {} }) as const;

describe('the port of a cluster', skip === undefined ? {} : { skip }, () => {
  test('one item is handed out once, however many leaders say so at the same time', async () => {
    const all = await members(4);
    const queues = await Promise.all(all.map((each) => openItemQueue(each, () => {})));
    const said = await Promise.all(
      all.map(({ db }, at) => handOut(db, queues[at] ?? assert.fail(), task(1), 10)),
    );
    assert.deepEqual(said.sort(), ['handed', 'there', 'there', 'there']);
    const fetched = (await Promise.all(queues.map((jobs) => jobs.fetch()))).filter(
      (each) => each !== undefined,
    );
    assert.deepEqual(
      fetched.map(({ key }) => key),
      [work(1)],
    );
    await Promise.all(queues.map((jobs) => jobs.close()));
  });

  test('no more are out than may run, and of one kind only one', async () => {
    const [one] = await members(1);
    const { db } = one ?? assert.fail();
    const jobs = await openItemQueue(one ?? assert.fail(), () => {});
    assert.equal(await handOut(db, jobs, task(1, 'merge main'), 2), 'handed');
    assert.equal(await handOut(db, jobs, task(2, 'merge main'), 2), 'later');
    assert.equal(await handOut(db, jobs, task(3), 2), 'handed');
    assert.equal(await handOut(db, jobs, task(4), 2), 'later');
    assert.deepEqual((await tasksNow(db)).map(({ work: id }) => id).sort(), [work(1), work(3)]);
    await jobs.close();
  });

  test('a delivery that was given to another counts for nothing any more', async () => {
    const [one] = await members(1);
    const { db } = one ?? assert.fail();
    const jobs = await openItemQueue(one ?? assert.fail(), () => {});
    await handOut(db, jobs, task(1), 10);
    const first = (await jobs.fetch()) ?? assert.fail();
    await handBack(db, jobs, first);
    const second = (await jobs.fetch()) ?? assert.fail();
    assert.deepEqual([await jobs.touch(first), await jobs.touch(second)], [false, true]);
    await jobs.complete(first);
    assert.equal(await jobs.stateOf(second.id), 'taken');
    await jobs.complete(second);
    assert.equal(await jobs.stateOf(second.id), 'gone');
    await jobs.close();
  });

  test('an item that workers hand back, however often, is not given up', async () => {
    const [one] = await members(1);
    const { db } = one ?? assert.fail();
    const jobs = await openItemQueue(one ?? assert.fail(), () => {});
    await handOut(db, jobs, task(1), 10);
    for (let time = 1; time <= 7; time += 1)
      await handBack(db, jobs, (await jobs.fetch()) ?? assert.fail(`gone after ${time - 1}`));
    const last = (await jobs.fetch()) ?? assert.fail();
    assert.deepEqual([last.key, last.attempt], [work(1), 0]);
    const [known] = await tasksNow(db);
    assert.deepEqual([known?.job, known?.outcome], [last.id, null]);
    await jobs.close();
  });

  test('an item that was cancelled before a worker took it is never begun', async () => {
    const [one] = await members(1);
    const cluster = one ?? assert.fail();
    const jobs = await openItemQueue(cluster, () => {});
    const ear = openEar(cluster.pool, systemClock);
    const ended = new AbortController();
    const parts = {
      db: cluster.db,
      jobs,
      clock: systemClock,
      ear,
      most: () => 5,
      dayBudgetUsd: () => 5,
      exclusive: () => undefined,
    };
    const engine = remoteEngine(parts, ended.signal);
    const item = (number: number): EngineItem => ({
      work: work(number),
      phase: 'Pending',
      settings: SETTINGS,
      settingsNow: async () => SETTINGS,
      trusts: async () => true,
      onPhase: async () => {},
    });
    const cancelled = AbortSignal.abort(new Cancelled('cancelled'));
    await assert.rejects(engine.advance(FLOW, item(1), cancelled), Cancelled);
    // Handed out, and there is no worker.
    const cancel = new AbortController();
    const waits = assert.rejects(engine.advance(FLOW, item(2), cancel.signal), Cancelled);
    await until(async () => (await tasksNow(cluster.db)).length === 1);
    assert.deepEqual(
      (await tasksNow(cluster.db)).map(({ work: id }) => id),
      [work(2)],
    );
    cancel.abort(new Cancelled('cancelled'));
    await waits;
    assert.deepEqual([await tasksNow(cluster.db), await jobs.fetch()], [[], undefined]);
    ended.abort(new Error('over'));
    await engine.settled;
    await ear[Symbol.asyncDispose]();
    await jobs.close();
  });

  test('a transaction of a process that stands still lets go of what others wait for', async () => {
    const [old, fresh] = await members(2);
    const [stuck, other] = [old ?? assert.fail(), fresh ?? assert.fail()];
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const still = stuck.db.transaction(async (tx) => {
      await tx.alone('tasks');
      begun.resolve();
      await go.promise;
      await tx.get('SELECT 1 AS one');
    });
    const ended = assert.rejects(still, (error) => isAutodevError(error, 'store_unavailable'));
    await begun.promise;
    await other.db.transaction((tx) => tx.alone('tasks'));
    go.resolve();
    await ended;
  });

  test('a worker that was replaced writes nothing, and one that writes is not replaced in the middle', async () => {
    const [old, fresh] = await members(2);
    const [before, now] = [old ?? assert.fail(), fresh ?? assert.fail()];
    const lease = await before.db.transaction((tx) => takeLease(tx, work(1), 'old'));
    const own = before.fenced(leaseFence(lease, () => new Taken('taken')));
    const run = runId(work(1), 'aaaa', 1);
    await own.store.runs.submit({ id: run, work: work(1), attempt: 1, inputHash: 'h', input: {} });
    const order: string[] = [];
    const writing = own.db.transaction(async (tx) => {
      await tx.run("UPDATE runs SET reason = 'still here'");
      const taking = now.db
        .transaction((taken) => takeLease(taken, work(1), 'new'))
        .then(() => order.push('replaced'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      order.push('written');
      return { taking };
    });
    await (
      await writing
    ).taking;
    assert.deepEqual(order, ['written', 'replaced']);
    await assert.rejects(own.store.steps.start(run, 'implement', 0), Taken);
    await assert.rejects(own.store.effects.intend(run, 'push main', {}), Taken);
    await assert.rejects(own.store.events.append({ type: 'daemon.paused' }), Taken);
    assert.deepEqual([await now.store.steps.finished(run), await now.store.events.lastSeq()], [[], 0]);
  });

  test('machines cannot overspend together', async () => {
    const all = await members(3);
    const budgets = { per_item_usd: 1, per_repo_day_usd: 10, per_day_usd: 2 };
    const asked = await Promise.allSettled(
      all.map(({ store, db }, at) =>
        new Budget(store, systemClock, clusterHolds(db, systemRandom, `w${at}`)).reserve(
          'o/r',
          work(at + 1),
          budgets,
        ),
      ),
    );
    const given = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value.usd] : []));
    assert.deepEqual(given, [1, 1]);
    const refused = asked.find((each) => each.status === 'rejected');
    assert.ok(refused?.status === 'rejected' && refused.reason instanceof Postponed);
  });

  test('one coordinator leads, and the next one only when it is gone', async () => {
    const [one, two] = await members(2);
    const [first, second] = [one ?? assert.fail(), two ?? assert.fail()];
    const candidate = (id: string, { db }: ClusterDatabase) => ({
      db,
      clock: systemClock,
      member: { id, reachedSince: () => 0 },
    });
    const there = (id: string) =>
      first.db.run(
        // Heard of for the next hour, however slow this machine is.
        `INSERT INTO members (id, kind, host, pid, version, slots, seen_at)
         VALUES (?, 'coordinator', 'h', 1, 'v', 0, clock_timestamp() + interval '1 hour')`,
        id,
      );
    await there('a');
    await there('b');
    const leads = await lead(candidate('a', first), AbortSignal.timeout(60_000));
    assert.deepEqual([leads?.owner, leads?.epoch], ['a', 1]);
    let took = false;
    const next = lead(candidate('b', second), AbortSignal.timeout(60_000)).then((lease) => {
      took = true;
      return lease;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal(took, false);
    await first.db.run("DELETE FROM members WHERE id = 'a'");
    const after = await next;
    assert.deepEqual([after?.owner, after?.epoch], ['b', 2]);
  });
});
