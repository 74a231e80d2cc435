import type { Store } from '../../store/store.ts';
import type { WorkId } from '../../work/ids.ts';

/** Items that were answered and whose runs have not gone on yet: they do with the next scan of their repository. */
export async function answeredItems(store: Store): Promise<Map<WorkId, string>> {
  const answered = new Map<WorkId, string>();
  for (const { name } of await store.repositories.list())
    for (const { work, answer } of await store.questions.awaited(name))
      if (answer !== null) answered.set(work, answer);
  return answered;
}
