import type { Store } from '../store/store.ts';

/** Budgets were changed: what waits for a day's money looks again now. What still has none is postponed anew, unpaid. */
export async function wakePostponed(store: Store, now: number): Promise<void> {
  for (const attempt of await store.attempts.waiting(now)) {
    const last = await store.events.latest(attempt.work, 'item.waiting');
    if (last?.cause === 'budget' && last.until === attempt.notBefore)
      await store.attempts.put({ ...attempt, notBefore: 0 });
  }
}
