import type { Forge } from '../../forge/forge.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Label } from '../../work/labels.ts';

/**
 * Changes labels add-first: a crash between the two calls leaves both, never none. Both calls are safe to repeat,
 * so they need no ledger.
 */
export async function changeLabels(
  forge: Forge,
  item: { work: WorkId; repo: string; number: number },
  change: { add?: readonly Label[]; remove?: readonly Label[] },
  emit: (event: WorkEvent) => Promise<void>,
): Promise<void> {
  const { add = [], remove = [] } = change;
  if (add.length > 0) await forge.addLabels(item.repo, item.number, add);
  for (const label of remove) await forge.removeLabel(item.repo, item.number, label);
  await emit({ type: 'item.label', work: item.work, added: [...add], removed: [...remove] });
}
