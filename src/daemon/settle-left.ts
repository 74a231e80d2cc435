import type { Leaving, RunRecord } from '../store/store.ts';
import { parseWorkId, type WorkId } from '../work/ids.ts';
import type { Outcome } from '../work/phases.ts';
import type { DaemonParts } from './parts.ts';

const STATUS = {
  done: 'done',
  skip: 'skipped',
  failed: 'failed',
  again: 'done',
  waits: 'done',
  dropped: 'dropped',
} as const satisfies Record<Outcome, string>;

/** What is left to do when an item has left and its labels say so. Done again at the next start if we die on it. */
export async function settleLeft(
  { store, workspaces, queues, bus }: DaemonParts,
  { id, work }: RunRecord,
  leaving: Leaving,
  durationMs: number,
): Promise<void> {
  const { outcome, reason, question } = leaving;
  const { repo, type } = parseWorkId(work);
  const item = queues.get(work, type);
  if (item !== undefined) queues.remove(item);
  // A failed item's worktree stays for people to look at; it is removed by age.
  if (outcome !== 'failed') await workspaces.close(repo, folderOf(work));
  const costUsd = await store.costs.spent({ work });
  await bus.emit({ type: 'item.left', work, ...leaving, durationMs, costUsd });
  if (question === undefined) await store.runs.finish(id, STATUS[outcome], reason);
  else await store.runs.setAside(id, reason);
}

/** The worktree of an item. */
function folderOf(work: WorkId): string {
  const { type, number } = parseWorkId(work);
  return `${{ issue: 'issue', pr: 'pr', merge: 'merge-pr' }[type]}-${number}`;
}
