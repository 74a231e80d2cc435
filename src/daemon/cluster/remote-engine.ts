import type { Clock } from '../../host/clock.ts';
import type { JobQueue } from '../../host/db/job-queue.ts';
import type { PostgresDatabase } from '../../store/postgres/database.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import type { Engine } from '../../workflows/engine/engine.ts';
import type { EngineItem } from '../../workflows/engine/item.ts';
import { Cancelled } from '../../workflows/engine/stops/interruptions.ts';
import type { Ear } from './ear.ts';
import { advanceOf } from './outcome.ts';
import { cancelTask, forgetTask, handOut, isOpen, tasksNow, type Task } from './tasks.ts';

const LOOK_MS = 1_000;
/** How often it is asked whether a job is still anybody's, and what the settings are by now. */
const CARE_MS = 5_000;

export interface RemoteEngineParts {
  db: PostgresDatabase;
  jobs: JobQueue;
  clock: Clock;
  ear: Ear;
  most: () => number;
  dayBudgetUsd: () => number;
  exclusive: (work: WorkId) => string | undefined;
}

interface Waiting {
  item: EngineItem;
  phase: string;
  handed: boolean;
  resolve(advance: Advance): void;
  reject(error: unknown): void;
}

/** The engine of a coordinator: workers do the work, wherever they are. Ends with the signal. */
export function remoteEngine(
  parts: RemoteEngineParts,
  ended: AbortSignal,
): Engine & { settled: Promise<void> } {
  const { db, jobs, clock, ear } = parts;
  const waiting = new Map<WorkId, Waiting>();
  let caredAt = clock.monotonic();
  /** What a worker goes by: the repository's settings, and the budget of them all. */
  const told = (settings: object) => ({ ...settings, dayBudgetUsd: parts.dayBudgetUsd() });

  const handOutWaiting = async () => {
    for (const [work, one] of waiting) {
      if (one.handed) continue;
      const { phase } = one.item;
      const task = { work, phase, exclusive: parts.exclusive(work), settings: told(one.item.settings) };
      one.handed = (await handOut(db, jobs, task, parts.most())) !== 'later';
      // Cancelled in the meantime.
      if (one.handed && waiting.get(work) !== one) await cancelTask(db, work);
    }
  };
  const hear = async (task: Task) => {
    const one = waiting.get(task.work);
    if (task.outcome !== null) {
      await forgetTask(db, task.work);
      waiting.delete(task.work);
      if (one === undefined) return;
      try {
        one.resolve(advanceOf(task.outcome));
      } catch (error) {
        one.reject(error);
      }
    } else if (one !== undefined && one.phase !== task.phase) {
      one.phase = task.phase;
      await one.item.onPhase(task.phase);
    }
  };
  /** One whose job is gone was given up by the queue: too many workers died of it. */
  const care = async (tasks: readonly Task[]) => {
    if (clock.monotonic() - caredAt < CARE_MS) return;
    caredAt = clock.monotonic();
    for (const { work, job, outcome, cancelled } of tasks) {
      const one = waiting.get(work);
      if (outcome !== null) continue;
      const state = await jobs.stateOf(job);
      if (cancelled && state === 'waiting') {
        // No worker has it that could say so.
        await jobs.remove(job);
        await forgetTask(db, work);
        waiting.delete(work);
        one?.reject(new Cancelled('cancelled'));
      } else if (state === 'gone' && (await isOpen(db, { work, job }))) {
        await forgetTask(db, work);
        waiting.delete(work);
        one?.reject(
          new AutodevError('failed', 'no worker could finish it', { why: 'each that tried fell silent' }),
        );
      } else if (one !== undefined) {
        const settings = JSON.stringify(told(await one.item.settingsNow()));
        await db.run(
          'UPDATE tasks SET settings = ? WHERE work_id = ? AND settings <> ?',
          settings,
          work,
          settings,
        );
      }
    }
  };
  const lookOn = async () => {
    while (!ended.aborted) {
      try {
        await handOutWaiting();
        const tasks = await tasksNow(db);
        for (const task of tasks) await hear(task);
        await care(tasks);
      } catch {
        // The database is away, or another coordinator leads: then the term ends, and with it everybody's waiting.
      }
      await ear.wait(LOOK_MS, ended);
    }
    for (const one of waiting.values()) one.reject(ended.reason);
  };

  return {
    settled: lookOn(),
    advance: (_flow, item, signal) =>
      new Promise((resolve, reject) => {
        if (ended.aborted) return reject(ended.reason as Error);
        if (signal.aborted) return reject(signal.reason as Error);
        waiting.set(item.work, { item, phase: item.phase, handed: false, resolve, reject });
        signal.addEventListener('abort', () => {
          // A coordinator that stops leaves the worker at it: another one hears what came of it.
          if (signal.reason instanceof Cancelled && waiting.get(item.work)?.handed)
            void cancelTask(db, item.work).catch(reject);
          else {
            waiting.delete(item.work);
            reject(signal.reason as Error);
          }
        });
        ear.ring();
      }),
  };
}
