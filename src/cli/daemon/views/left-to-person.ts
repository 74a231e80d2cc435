import type { Item } from '../../../api/items.ts';
import type { Store } from '../../../store/store.ts';
import { parseWorkId } from '../../../work/ids.ts';

/** Items that were left to a person (autodev:skip) and are not in work again. */
export async function leftToPerson(store: Store, inWork: readonly Item[]): Promise<Item[]> {
  const known = new Set(inWork.map(({ id }) => id));
  const left = (await store.events.leftAs('skip')).filter(({ work }) => !known.has(work));
  const works = left.map(({ work }) => work);
  const titles = await store.events.titles(works);
  const spent = await store.costs.spentOn(works);
  return left.map(({ work, reason }): Item => ({
    id: work,
    ...parseWorkId(work),
    title: titles.get(work) ?? '',
    phase: null,
    running: false,
    waiting: { reason: `you: ${reason}`, until: null },
    failures: 0,
    cost_usd: spent.get(work) ?? 0,
    queued_at: null,
  }));
}
