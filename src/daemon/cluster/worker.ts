import type { Clock } from '../../host/clock.ts';
import type { Delivery, JobQueue } from '../../host/db/job-queue.ts';
import type { ClusterDatabase } from '../../store/postgres/open.ts';
import type { WorkId } from '../../work/ids.ts';
import { isAutodevError, messageOf } from '../../work/errors.ts';
import { Cancelled, Taken } from '../../workflows/engine/stops/interruptions.ts';
import type { Ear } from './ear.ts';
import { leaseFence, takeLease, type Lease } from './leases.ts';
import { failedWith, type TaskOutcome } from './outcome.ts';
import { handBack, tell } from './tasks.ts';

const IDLE_MS = 5_000;
const AWAY_MS = 1_000;
const BUSY_MS = 1_000;
/** How long a worker that stops waits for a database that is away. */
const GIVE_UP_MS = 5_000;

/** An item that this worker has, and the store that takes what it writes for it as long as it has it. */
export interface Held {
  work: WorkId;
  lease: Lease;
  settings: unknown;
  phase: string;
  own: ReturnType<ClusterDatabase['fenced']>;
}

export interface WorkerParts {
  id: string;
  cluster: ClusterDatabase;
  jobs: JobQueue;
  clock: Clock;
  ear: Ear;
  slots: number;
  /** Carries the item on until it rests or ends. */
  carryOn(held: Held, signal: AbortSignal): Promise<TaskOutcome>;
  problem(message: string): void;
}

export interface Worker {
  /** Takes items until told to stop; then lets those that it has end within the drain time, and gives back the rest. */
  run(stop: AbortSignal, drain: { ms: () => number; now: AbortSignal }): Promise<void>;
  /** Lets go of what was given to another or cancelled, and says that the rest is worked on. */
  care(): Promise<void>;
  readonly busy: number;
}

class Draining extends Error {
  override readonly name = 'Draining';
}

export function openWorker(parts: WorkerParts): Worker {
  const { cluster, jobs, clock, ear } = parts;
  const running = new Map<string, { delivery: Delivery; end: AbortController; done: Promise<void> }>();

  const work = async (delivery: Delivery, signal: AbortSignal) => {
    const held = await hold(parts, delivery);
    if (held === undefined) return;
    const outcome = await parts.carryOn(held, signal).catch((error: unknown) => {
      if (signal.aborted) return whenEnded(signal.reason);
      return isTaken(error) ? undefined : failedWith(error);
    });
    if (outcome === undefined) {
      if (signal.reason instanceof Draining) await handBack(cluster.db, jobs, delivery);
      return;
    }
    await settle(parts, held, delivery, outcome);
  };
  const begin = (delivery: Delivery) => {
    const end = new AbortController();
    const done = work(delivery, end.signal)
      .catch((error: unknown) => {
        if (!isTaken(error)) parts.problem(`${delivery.key}: ${messageOf(error)}`);
      })
      .then(() => {
        running.delete(delivery.id);
        ear.ring();
      });
    running.set(delivery.id, { delivery, end, done });
  };
  const takeOn = async (stop: AbortSignal) => {
    while (!stop.aborted) {
      if (running.size >= parts.slots) {
        await ear.wait(BUSY_MS, stop);
        continue;
      }
      const delivery = await jobs.fetch().catch(() => 'away' as const);
      if (delivery === 'away') await clock.sleep(AWAY_MS, stop).catch(() => {});
      else if (delivery === undefined) await ear.wait(IDLE_MS, stop);
      else begin(delivery);
    }
  };
  return {
    get busy() {
      return running.size;
    },
    run: async (stop, drain) => {
      await takeOn(stop);
      const settled = Promise.allSettled([...running.values()].map(({ done }) => done));
      const over = new AbortController();
      const late = clock.sleep(drain.ms(), AbortSignal.any([over.signal, drain.now])).catch(() => {});
      await Promise.race([settled, late]);
      over.abort();
      for (const { end } of running.values()) end.abort(new Draining('the worker is stopping'));
      clock.after(GIVE_UP_MS, () => cluster.giveUp(), { background: true });
      await settled;
    },
    care: async () => {
      if (running.size === 0) return;
      const cancelled = await cluster.db.all<{ work: string }>(
        'SELECT work_id AS work FROM tasks WHERE cancelled = 1',
      );
      for (const { delivery, end } of running.values()) {
        if (cancelled.some(({ work: id }) => id === delivery.key)) end.abort(new Cancelled('cancelled'));
        else if (!(await jobs.touch(delivery))) end.abort(new Taken('another worker took it over'));
      }
    },
  };
}

/** Undefined: nothing is to be told, because it is no longer ours or another worker goes on with it. */
function whenEnded(reason: unknown): TaskOutcome | undefined {
  return reason instanceof Cancelled ? failedWith(reason) : undefined;
}

/** Takes the lease of a delivered item in the transaction that finds the delivery still to be ours. */
function hold(parts: WorkerParts, delivery: Delivery): Promise<Held | undefined> {
  const { cluster, jobs } = parts;
  const { key } = delivery;
  return cluster.db.transaction(async (tx) => {
    if (!(await jobs.touch(delivery, tx.queries))) return undefined;
    const task = await tx.get<{ phase: string; settings: string; cancelled: number }>(
      'SELECT phase, settings, cancelled FROM tasks WHERE work_id = ? AND outcome IS NULL',
      key,
    );
    if (task === undefined || task.cancelled === 1) {
      if (task !== undefined) {
        const outcome = JSON.stringify(failedWith(new Cancelled('cancelled')));
        await tx.run('UPDATE tasks SET outcome = ? WHERE work_id = ?', outcome, key);
        await tell(tx, 'done');
      }
      await jobs.complete(delivery, tx.queries);
      return undefined;
    }
    const lease = await takeLease(tx, key, parts.id);
    // What a worker that had it before set aside is nobody's any more.
    await tx.run('DELETE FROM holds WHERE work_id = ?', key);
    const own = cluster.fenced(leaseFence(lease, () => new Taken('another worker took it over')));
    return {
      work: key as WorkId,
      lease,
      phase: task.phase,
      settings: JSON.parse(task.settings) as unknown,
      own,
    };
  });
}

async function settle(
  { jobs }: WorkerParts,
  { work, own }: Held,
  delivery: Delivery,
  outcome: TaskOutcome,
): Promise<void> {
  await own.db.transaction(async (tx) => {
    await tx.run('UPDATE tasks SET outcome = ? WHERE work_id = ?', JSON.stringify(outcome), work);
    await tx.run('DELETE FROM holds WHERE work_id = ?', work);
    await jobs.complete(delivery, tx.queries);
    await tell(tx, 'done');
  });
}

const isTaken = (error: unknown): boolean => error instanceof Taken || isAutodevError(error, 'interrupted');
