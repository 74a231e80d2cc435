import type { WorkId } from '../work/ids.ts';
import type { WorkItem } from '../work/item.ts';
import type { Phase } from '../work/phases.ts';
import type { TaskQueues } from './task-queues.ts';

export interface Limits {
  maxConcurrent: number;
  maxConcurrentPerRepo: number;
}

/** What is running, as far as the choice of the next item depends on it. */
export interface Load {
  running: ReadonlySet<WorkId>;
  perRepo: ReadonlyMap<string, number>;
  /** Repository and base branch of the merges that are running: one at a time. */
  merging: ReadonlySet<string>;
  /** When a repository last got a slot, as a counter. */
  lastServed: ReadonlyMap<string, number>;
}

/** Finish what is nearly done before beginning something new. */
const ORDER: readonly (readonly [type: WorkItem['type'], phase: Phase])[] = [
  ['merge', 'Pending'],
  ['pr', 'Improved'],
  ['pr', 'ReviewDone'],
  ['issue', 'Ready'],
  ['pr', 'Pending'],
  ['issue', 'Pending'],
];

export const mergeKey = (item: WorkItem): string => `${item.repo} ${item.baseRef}`;

/**
 * The item to run next, or undefined when nothing may start now. Fair between repositories: the one with the fewest
 * running items, then the one served longest ago, then the oldest item. Pure.
 */
export function pick(queues: TaskQueues, load: Load, limits: Limits): WorkItem | undefined {
  if (load.running.size >= limits.maxConcurrent) return undefined;
  for (const [type, phase] of ORDER) {
    let best: WorkItem | undefined;
    for (const item of queues.queue(type).items(phase)) {
      if (load.running.has(item.id)) continue;
      if ((load.perRepo.get(item.repo) ?? 0) >= limits.maxConcurrentPerRepo) continue;
      if (type === 'merge' && load.merging.has(mergeKey(item))) continue;
      if (best === undefined || before(item, best, load)) best = item;
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
