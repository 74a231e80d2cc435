import { messageOf } from '../../work/errors.ts';
import type { WorkItem } from '../../work/item.ts';
import { LABEL } from '../../work/labels.ts';
import { words, type Language } from '../../workflows/words.ts';
import { writeStatus, type ClaimParts } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import type { DaemonParts } from '../parts.ts';

/** Out of the queue as if it had never been taken: a later scan, here or elsewhere, finds it again. */
export async function release(
  parts: ClaimParts & Pick<DaemonParts, 'queues' | 'bus'>,
  item: WorkItem,
  language: Language,
): Promise<void> {
  parts.queues.remove(item);
  try {
    await setLabels(parts, item.id, { remove: [LABEL.wip] });
    const w = words(language);
    await writeStatus(parts, item, w.status(w.stopped), false);
  } catch (error) {
    await parts.bus.emit({ type: 'error', work: item.id, message: messageOf(error), why: null });
  }
}
