import { messageOf } from '../../work/errors.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { words } from '../../workflows/words.ts';
import { writeStatus } from '../claims/claim.ts';
import type { LeaveParts } from './leave.ts';
import type { WatchedRepo } from '../parts.ts';
import { settleLeft } from './settle-left.ts';

/** Another daemon holds the item: it leaves our queue, and its labels are the other's business. No failure is counted. */
export async function giveAway(
  parts: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  { run, reason }: Advance & { kind: 'taken' },
): Promise<void> {
  const { bus, host } = parts;
  await settleLeft(parts, run, { outcome: 'dropped', reason }, host.clock.now() - item.queuedAt);
  const w = words(repo.language);
  await writeStatus(parts, item, w.status(w.handedOver), false).catch((error: unknown) =>
    bus.emit({ type: 'error', work: item.id, message: messageOf(error), why: null }),
  );
}
