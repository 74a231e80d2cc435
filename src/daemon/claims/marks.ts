import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Label } from '../../work/labels.ts';
import { changeLabels } from '../../workflows/engine/settle.ts';
import type { DaemonParts } from '../parts.ts';

/** Changes the labels of an item. One that stands nowhere on the forge has none: the journal says the same of it. */
export async function setLabels(
  { forge, flows, bus }: Pick<DaemonParts, 'forge' | 'flows' | 'bus'>,
  work: WorkId,
  change: { add?: readonly Label[]; remove?: readonly Label[] },
): Promise<void> {
  if (flows.onForge(work) === undefined) return;
  const { repo, number } = parseWorkId(work);
  await changeLabels(forge, { work, repo, number }, change, bus.emit);
}
