import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import { runId, type WorkId } from '../../../work/ids.ts';
import type { FrozenInput } from './input.ts';
import { hashOf } from './freeze.ts';

/**
 * Finds or makes the run for this input. Unchanged input gives the run that was begun before, with everything it
 * already paid for; changed input, or one that ended, gives a new one.
 */
export async function submit(store: Store, work: WorkId, frozen: FrozenInput): Promise<RunRecord> {
  const { lesson: _, ...content } = frozen;
  const inputHash = hashOf(content);
  const failed = await store.attempts.get(work);
  const same = failed?.inputHash === inputHash ? failed : undefined;
  // They were counted for another input: this one begins at none.
  if (failed !== undefined && same === undefined) await store.attempts.clear(work);
  const input = { ...frozen, lesson: same?.lesson ?? null };
  for (let attempt = (same?.failures ?? 0) + 1; ; attempt += 1) {
    const id = runId(work, inputHash, attempt);
    const known = await store.runs.get(id);
    // Ended with the same input: somebody took the label away to have it done once more.
    if (known !== undefined && known.status !== 'running') continue;
    if (known !== undefined) return known;
    const run = await store.runs.submit({ id, work, attempt, inputHash, input });
    if (same?.carryFrom) await store.steps.carry(same.carryFrom, id, same.carry);
    return run;
  }
}
