import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import type { ReadFrom } from '../../workflows/engine/items.ts';

/** That people closed the pull request of a finished item without merging it, in words; undefined when they did not. */
export async function rejectedProduct(
  flows: Flows,
  from: Pick<ReadFrom, 'forge' | 'store'>,
  work: WorkId,
): Promise<string | undefined> {
  const { repo, number } = parseWorkId(work);
  const pull = await flows.onForge(work)?.product?.(from, repo, number);
  if (pull === undefined || pull.state === 'open' || pull.merged) return undefined;
  return `PR #${pull.number} was closed without being merged`;
}
