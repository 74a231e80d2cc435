import type { WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import type { DaemonSettings } from '../parts.ts';
import type { TaskQueues } from '../queue/task-queues.ts';

export interface Limits {
  maxConcurrent: number;
  maxConcurrentPerRepo: number;
}

export const limitsOf = (settings: DaemonSettings): Limits => ({
  maxConcurrent: settings.max_concurrent,
  maxConcurrentPerRepo: settings.max_concurrent_per_repo,
});

/** What is running, as far as the choice of the next item depends on it. */
export interface Load {
  running: ReadonlySet<WorkId>;
  perRepo: ReadonlyMap<string, number>;
  /** What runs one at a time and is running, by its key. */
  exclusive: ReadonlySet<string>;
  /** When a repository last got a slot, as a counter. */
  lastServed: ReadonlyMap<string, number>;
}

/**
 * The item to run next, or undefined when nothing may start now. What is nearly done goes before something new, as the
 * flows' priorities say. Fair between repositories: the one with the fewest
 * running items, then the one served longest ago, then the oldest item. Pure.
 */
export function pick(
  queues: TaskQueues,
  load: Load,
  limits: Limits,
  /** It cannot go on now, whatever is free: its agents rest. */
  isHeld: (item: WorkItem) => boolean = () => false,
): WorkItem | undefined {
  if (load.running.size >= limits.maxConcurrent) return undefined;
  for (const [type, phase] of queues.order) {
    let best: WorkItem | undefined;
    for (const item of queues.queue(type).items(phase)) {
      if (load.running.has(item.id)) continue;
      if ((load.perRepo.get(item.repo) ?? 0) >= limits.maxConcurrentPerRepo) continue;
      const key = queues.exclusiveKey(item);
      if (key !== undefined && load.exclusive.has(key)) continue;
      if (best !== undefined && !before(item, best, load)) continue;
      if (!isHeld(item)) best = item;
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

function before(a: WorkItem, b: WorkItem, load: Load): boolean {
  const busy = (load.perRepo.get(a.repo) ?? 0) - (load.perRepo.get(b.repo) ?? 0);
  if (busy !== 0) return busy < 0;
  const served = (load.lastServed.get(a.repo) ?? 0) - (load.lastServed.get(b.repo) ?? 0);
  if (served !== 0) return served < 0;
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.number < b.number);
}
