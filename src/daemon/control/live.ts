import type { WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Daemon } from '../daemon.ts';
import type { TaskQueues } from '../queue/task-queues.ts';
import type { Slots } from './wait.ts';

/** What only a living daemon knows. Without it, what the store remembers is told. */
export interface Live {
  queues: TaskQueues;
  daemon: Pick<Daemon, 'paused' | 'standing' | 'restsUntil' | 'prospect' | 'load'>;
  stopping: boolean;
  maxConcurrent: number;
  maxConcurrentPerRepo?: number | undefined;
}

export function isRunning(live: Live | undefined, id: WorkId): boolean {
  return live?.daemon.standing(id).running ?? false;
}

/** How many items are being worked on at this moment. */
export function runningCount(live: Live): number {
  let count = 0;
  for (const item of live.queues.all()) if (isRunning(live, item.id)) count += 1;
  return count;
}

/** What is free for an item of the queue. */
export function slotsFor(live: Live, item: WorkItem): Slots {
  const { exclusive, perRepo } = live.daemon.load();
  const key = live.queues.exclusiveKey(item);
  return {
    running: runningCount(live),
    most: live.maxConcurrent,
    here: { running: perRepo.get(item.repo) ?? 0, most: live.maxConcurrentPerRepo ?? Infinity },
    besides: key !== undefined && exclusive.has(key),
  };
}

/** Where nothing is queued, nothing waits for a slot. */
export const NO_SLOTS: Slots = { running: 0, most: 0, here: { running: 0, most: 0 }, besides: false };
