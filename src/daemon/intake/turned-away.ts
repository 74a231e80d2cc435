import type { WorkId } from '../../work/ids.ts';
import type { Issue } from '../../work/issue.ts';
import { LABEL } from '../../work/labels.ts';
import type { ForgeItems, Screening } from '../../workflows/engine/items.ts';
import type { DaemonParts } from '../parts.ts';

/**
 * Why a scan left an item alone, for `why`, `list` and the log. Said once: every scan comes to the same conclusion
 * until something changes, and saying it each time would bury what happened to the item.
 */
export async function sayTurnedAway(
  { store, bus, host }: Pick<DaemonParts, 'store' | 'bus' | 'host'>,
  { everyScan }: Pick<ForgeItems, 'everyScan'>,
  { labels, title }: Pick<Issue, 'labels' | 'title'>,
  { work, ...screening }: Screening & { take: false; work: WorkId },
): Promise<void> {
  const { reason, final } = screening;
  if (final) {
    await store.waits.clear(work);
    // Its label says it already.
    if (labels.includes(LABEL.done)) return;
    const [last] = await store.events.ofWork(work, 1);
    if (last?.type === 'item.refused' && last.reason === reason) return;
    await bus.emit({ type: 'item.refused', work, reason });
    return;
  }
  // What waits for its own next attempt said so when it failed; what is looked at with every scan waits for others.
  if (everyScan === undefined && screening.parked !== true) return;
  const fresh = await store.waits.put({ work, title, reason, since: host.clock.now() });
  const [last] = await store.events.ofWork(work, 1);
  if (!fresh || (last?.type === 'item.waiting' && last.reason === reason)) return;
  await bus.emit({ type: 'item.waiting', work, reason, until: null });
}
