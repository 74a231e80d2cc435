import { LABEL } from '../../work/labels.ts';
import type { WorkItem } from '../../work/item.ts';
import { hasBegun } from '../../workflows/engine/input/begun.ts';
import { refuse } from '../../workflows/screen.ts';
import { setLabels } from '../claims/marks.ts';
import { sayLeft } from '../leaving/say-left.ts';
import { contextFor, type DaemonParts, type WatchedRepo } from '../parts.ts';
import { readEntry } from './entry.ts';
import type { TakeParts } from './take.ts';
import { sayTurnedAway } from './turned-away.ts';

/**
 * An item may have waited for its slot for hours. Before anything of it is begun it is looked at as a scan would, on
 * the facts of this moment; what a scan would not take any more leaves the queue as if it had never been taken. False:
 * it has left.
 */
export async function admitAgain(
  parts: TakeParts & Pick<DaemonParts, 'trustsNow'>,
  repo: WatchedRepo,
  item: WorkItem,
): Promise<boolean> {
  const { store, flows, queues, forge, host, bus } = parts;
  const items = flows.onForge(item.id);
  if (items === undefined || (await hasBegun(store, item.id))) return true;
  const read = await readEntry(flows, { forge, store, clock: host.clock }, item.id);
  if (read?.on !== 'forge') {
    queues.remove(item);
    await bus.emit({ type: 'item.refused', work: item.id, reason: 'it is gone from the forge' });
    return false;
  }
  const context = contextFor({ ...parts, trusts: parts.trustsNow }, repo);
  // Our own label says that it is queued.
  const entry = { ...read.entry, labels: read.entry.labels.filter((label) => label !== LABEL.wip) };
  const screened = entry.state === 'open' ? items.screen(entry, context) : refuse('it is closed');
  const admitted = screened.take ? await items.admit(entry, context) : screened;
  if (admitted.take) return true;
  await setLabels(parts, item.id, { remove: [LABEL.wip] });
  await sayLeft(parts, repo.language, item.id, admitted.final ? 'refused' : 'waiting', admitted.reason);
  queues.remove(item);
  await sayTurnedAway(parts, items, entry, { work: item.id, ...admitted });
  return false;
}
