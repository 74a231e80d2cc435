import { messageOf } from '../work/errors.ts';
import type { WorkItem } from '../work/item.ts';
import type { Advance } from '../workflows/engine/advance.ts';
import { words } from '../workflows/words.ts';
import { writeStatus } from './claim.ts';
import { folderOf } from './leave.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';

/** Another daemon holds the item: it leaves our queue, and its labels are the other's business. No failure is counted. */
export async function giveAway(
  parts: DaemonParts,
  repo: WatchedRepo,
  item: WorkItem,
  { run, reason, costUsd }: Advance & { kind: 'taken' },
): Promise<void> {
  const { store, bus, host, queues, workspaces } = parts;
  await store.runs.finish(run.id, 'dropped', reason);
  queues.remove(item);
  await workspaces.close(item.repo, folderOf(item));
  const w = words(repo.language);
  await writeStatus(parts, item, w.status(w.handedOver), false).catch((error: unknown) =>
    bus.emit({ type: 'error', work: item.id, message: messageOf(error), why: null }),
  );
  await bus.emit({
    type: 'item.left',
    work: item.id,
    outcome: 'dropped',
    reason,
    durationMs: host.clock.now() - item.queuedAt,
    costUsd,
  });
}
