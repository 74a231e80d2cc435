import type { WorkId } from '../../work/ids.ts';
import type { Daemon } from '../daemon.ts';
import type { TaskQueues } from '../queue/task-queues.ts';

/** What only a living daemon knows. Without it, what the store remembers is told. */
export interface Live {
  queues: TaskQueues;
  daemon: Pick<Daemon, 'paused' | 'standing' | 'restsUntil' | 'prospect'>;
  stopping: boolean;
  maxConcurrent: number;
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
