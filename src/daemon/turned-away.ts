import type { WorkId, WorkType } from '../work/ids.ts';
import type { Issue } from '../work/issue.ts';
import { LABEL } from '../work/labels.ts';
import type { DaemonParts } from './parts.ts';

/**
 * Why a scan left an item alone, for `why` and the log. Said once: every scan comes to the same conclusion until
 * something changes, and saying it each time would bury what happened to the item.
 */
export async function sayTurnedAway(
  { store, bus }: Pick<DaemonParts, 'store' | 'bus'>,
  { labels }: Pick<Issue, 'labels'>,
  { work, type, final, reason }: { work: WorkId; type: WorkType; final: boolean; reason: string },
): Promise<void> {
  // Its label says it already.
  if (final && labels.includes(LABEL.done)) return;
  // What waits for its own next attempt said so when it failed; a merge waits for other people and their checks.
  if (!final && type !== 'merge') return;
  const [last] = await store.events.ofWork(work, 1);
  const same = last?.type === 'item.refused' || last?.type === 'item.waiting' ? last.reason : undefined;
  if (same === reason) return;
  await bus.emit(
    final ? { type: 'item.refused', work, reason } : { type: 'item.waiting', work, reason, until: null },
  );
}
