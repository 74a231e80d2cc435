import type { Item } from '../../../api/items.ts';
import type { Store } from '../../../store/store.ts';
import { parseWorkId } from '../../../work/ids.ts';

/** Items that were left to a person (autodev:skip) and are not in work again. */
export async function leftToPerson(store: Store, inWork: readonly Item[]): Promise<Item[]> {
  const known = new Set(inWork.map(({ id }) => id));
  const left = (await store.events.leftAs('skip')).filter(({ work }) => !known.has(work));
  return Promise.all(
    left.map(async ({ work, reason }): Promise<Item> => ({
      id: work,
      ...parseWorkId(work),
      title: (await store.events.latest(work, 'item.queued'))?.title ?? '',
      phase: null,
      running: false,
      waiting: { reason: `you: ${reason}`, until: null },
      failures: 0,
      cost_usd: await store.costs.spent({ work }),
      queued_at: null,
    })),
  );
}
