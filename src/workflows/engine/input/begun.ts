import type { Store } from '../../../store/store.ts';
import type { WorkId } from '../../../work/ids.ts';

/** Whether an unfinished run of the item has paid for or written anything: it is in the middle, not at its beginning. */
export async function hasBegun(store: Store, work: WorkId): Promise<boolean> {
  const run = await store.runs.latest(work);
  if (run?.status !== 'running' && run?.status !== 'question') return false;
  if ((await store.steps.finished(run.id)).length > 0) return true;
  return (await store.effects.ofWork(work)).some((effect) => effect.run === run.id);
}
