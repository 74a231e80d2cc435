import type { Store } from '../../store/store.ts';
import type { PostponedFor } from '../../workflows/engine/stops/interruptions.ts';

/**
 * What kept items waiting has changed (a budget, an agent, a set-up, the sandbox): they look again now. What still cannot go on
 * is postponed anew, unpaid.
 */
export async function wakePostponed(store: Store, now: number, cause: PostponedFor): Promise<void> {
  for (const attempt of await store.attempts.waiting(now)) {
    const last = await store.events.latest(attempt.work, 'item.waiting');
    if (last?.cause === cause && last.until === attempt.notBefore)
      await store.attempts.put({ ...attempt, notBefore: 0 });
  }
}
