import type { StepRecord } from '../../../store/tables/steps.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkId } from '../../../work/ids.ts';

/** The newest commit that was paid for and is not published; undefined when there is none. */
export function unpublished(finished: readonly StepRecord[]): string | undefined {
  const at = finished.findLastIndex((step) => step.commit !== null);
  if (at === -1 || finished.slice(at).some(({ name }) => name === 'push')) return undefined;
  return finished[at]?.commit?.slice(0, 12);
}

export const keptAs = (commit: string): string =>
  `the finished work is kept as commit ${commit} in the base clone`;

const keyOf = (work: WorkId): string => `kept ${work}`;

/** Remembered until the item is over: what comes next must not bury where the earlier work is. */
export async function rememberKept(store: Pick<Store, 'meta'>, work: WorkId, commit: string): Promise<void> {
  await store.meta.set(keyOf(work), commit);
}

/** Where the work is that was finished before the item was changed, in words. */
export async function keptBefore(store: Pick<Store, 'meta'>, work: WorkId): Promise<string | undefined> {
  const commit = await store.meta.get(keyOf(work));
  if (commit === undefined || commit === '') return undefined;
  return `what was finished before it was changed is kept as commit ${commit} in the base clone`;
}

export async function forgetKept(store: Pick<Store, 'meta'>, work: WorkId): Promise<void> {
  if ((await store.meta.get(keyOf(work))) !== undefined) await store.meta.set(keyOf(work), '');
}
