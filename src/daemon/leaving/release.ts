import { messageOf } from '../../work/errors.ts';
import type { WorkItem } from '../../work/item.ts';
import { LABEL } from '../../work/labels.ts';
import { words, type Language } from '../../workflows/words.ts';
import { lostClaim, writeStatus, type ClaimParts } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import { carryOut, writtenEnd } from './leave.ts';
import type { SettleParts } from './settle-left.ts';

/** Out of the queue as if it had never been taken, unless it has ended: a later scan, here or elsewhere, finds it again. */
export async function release(
  parts: ClaimParts & SettleParts,
  item: WorkItem,
  language: Language,
): Promise<void> {
  parts.queues.remove(item);
  try {
    const w = words(language);
    if (await lostClaim(parts, item)) return await writeStatus(parts, item, w.status(w.handedOver), false);
    const over = await writtenEnd(parts.store, item.id);
    if (over !== undefined) return await carryOut(parts, { language }, over, 0);
    await setLabels(parts, item.id, { remove: [LABEL.wip] });
    await writeStatus(parts, item, w.status(w.stopped), false);
  } catch (error) {
    await parts.bus.emit({ type: 'error', work: item.id, message: messageOf(error), why: null });
  }
}
