import type { Store } from '../../store/store.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';

/**
 * Items that a person asked for by name, whenever they changed last: the next scan looks at exactly these beside what
 * the cursor shows it. Kept in the store, so that a restart does not lose the order.
 */
const keyOf = (repo: string): string => `wanted ${repo}`;

export async function wantedItems(store: Store, repo: string): Promise<WorkId[]> {
  const kept = (await store.meta.get(keyOf(repo))) ?? '';
  return kept.split('\n').filter((line) => line !== '') as WorkId[];
}

export async function want(store: Store, work: WorkId): Promise<void> {
  const { repo } = parseWorkId(work);
  const known = await wantedItems(store, repo);
  if (!known.includes(work)) await store.meta.set(keyOf(repo), [...known, work].join('\n'));
}

export async function settleWanted(store: Store, work: WorkId): Promise<void> {
  const { repo } = parseWorkId(work);
  const left = (await wantedItems(store, repo)).filter((each) => each !== work);
  await store.meta.set(keyOf(repo), left.join('\n'));
}
