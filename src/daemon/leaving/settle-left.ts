import type { Leaving, RunRecord } from '../../store/tables/runs.ts';
import { parseWorkId } from '../../work/ids.ts';
import { STANDINGS } from '../../work/standings.ts';
import type { DaemonParts } from '../parts.ts';

export type SettleParts = Pick<DaemonParts, 'store' | 'workspaces' | 'queues' | 'bus' | 'flows'>;

/** What is left to do when an item has left and its labels say so. Done again at the next start if we die on it. */
export async function settleLeft(
  { store, workspaces, queues, bus, flows }: SettleParts,
  { id, work }: RunRecord,
  leaving: Leaving,
  durationMs: number,
): Promise<void> {
  const { outcome, reason, question } = leaving;
  const { repo, type, number } = parseWorkId(work);
  const folder = flows.find(type)?.worktree?.folder(number);
  const item = queues.get(work, type);
  if (item !== undefined) queues.remove(item);
  // A failed item's worktree stays for people to look at; it is removed by age.
  if (outcome !== 'failed' && folder !== undefined) await workspaces.close(repo, folder);
  const costUsd = await store.costs.spent({ work });
  await bus.emit({ type: 'item.left', work, ...leaving, durationMs, costUsd });
  if (question === undefined) await store.runs.finish(id, STANDINGS[outcome].run, reason);
  else await store.runs.setAside(id, reason);
}
