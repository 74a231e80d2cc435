import { isAutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { isPull } from '../../work/pull.ts';
import type { DaemonParts } from '../parts.ts';

export interface Over {
  outcome: 'done' | 'dropped';
  reason: string;
}

/** What was merged or closed, by whomever, has nothing more to wait for. Undefined: it is still open, or gone. */
export async function overMeanwhile(
  { flows, forge, store }: Pick<DaemonParts, 'flows' | 'forge' | 'store'>,
  work: WorkId,
): Promise<Over | undefined> {
  const items = flows.onForge(work);
  const { repo, number } = parseWorkId(work);
  const entry = await items?.read(forge, repo, number).catch((error: unknown) => {
    if (isAutodevError(error, 'forge_not_found')) return undefined;
    throw error;
  });
  if (entry === undefined || entry.state === 'open') return undefined;
  const pull = isPull(entry) ? entry : await items?.product?.({ forge, store }, repo, number);
  return pull?.merged === true
    ? { outcome: 'done', reason: `PR #${pull.number} was merged meanwhile` }
    : { outcome: 'dropped', reason: 'it was closed meanwhile' };
}
