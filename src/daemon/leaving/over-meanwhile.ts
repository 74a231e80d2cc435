import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { isPull } from '../../work/pull.ts';
import { readEntry } from '../intake/entry.ts';
import type { DaemonParts } from '../parts.ts';

export interface Over {
  outcome: 'done' | 'dropped';
  reason: string;
}

/** What was merged or closed while it failed has no further attempt to wait for. Undefined: it is still open. */
export async function overMeanwhile(
  { flows, forge, store, host }: Pick<DaemonParts, 'flows' | 'forge' | 'store' | 'host'>,
  work: WorkId,
): Promise<Over | undefined> {
  const from = { forge, store, clock: host.clock };
  const read = await readEntry(flows, from, work);
  if (read?.on !== 'forge' || read.entry.state === 'open') return undefined;
  const { repo, number } = parseWorkId(work);
  const pull = isPull(read.entry) ? read.entry : await flows.onForge(work)?.product?.(from, repo, number);
  return pull?.merged === true
    ? { outcome: 'done', reason: `PR #${pull.number} was merged meanwhile` }
    : { outcome: 'dropped', reason: 'it was closed meanwhile' };
}
