import type { WorkItem } from '../../work/item.ts';
import type { Phase } from '../../work/phases.ts';
import { words } from '../../workflows/words.ts';
import { writeStatus } from '../claims/claim.ts';
import { isWanted } from '../intake/entry.ts';
import type { LeaveParts } from '../leaving/leave.ts';
import type { WatchedRepo } from '../parts.ts';
import { sayError } from '../say-error.ts';

/** The item comes into another phase of its flow: in the queue, in the log and in its comment. */
export async function move(parts: LeaveParts, repo: WatchedRepo, item: WorkItem, to: Phase): Promise<void> {
  const from = item.phase;
  if (from === to || !parts.queues.transit(item, to)) return;
  await parts.bus.emit({ type: 'item.phase', work: item.id, from, to });
  // What was closed, or left to a person, is not said to be in work: the next step finds out before it does anything.
  if (await isWanted(parts, item.id).catch(() => false)) await sayStatus(parts, repo, item, to);
}

/** The comment is for people and other daemons; losing one edit of it must not lose the work. */
export const sayStatus = (
  parts: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  text: string,
): Promise<unknown> =>
  writeStatus(parts, item, words(repo.language).status(text), true).catch((error: unknown) =>
    sayError(parts.bus, item.id, error),
  );
