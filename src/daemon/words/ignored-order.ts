import { workId } from '../../work/ids.ts';
import type { Issue } from '../../work/issue.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import { blockersIn, nameOf } from '../../workflows/issue/order.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';
import type { Spoken } from './spoken.ts';

/** A line `Blocked by #n` of somebody whose word does not count here: told in the log once, nowhere else. */
export async function sayIgnoredOrder(
  { store, bus, trusts }: Pick<DaemonParts, 'store' | 'bus' | 'trusts'>,
  repo: WatchedRepo,
  entry: Issue | Pull,
  { id, author: by, body }: Spoken,
): Promise<void> {
  if (isPull(entry)) return;
  const named = blockersIn(entry, body).map((ref) => nameOf(ref, repo.name));
  if (named.length === 0 || (await trusts(repo, by))) return;
  const key = `ignored ${repo.name} ${id}`;
  if ((await store.meta.get(key)) !== undefined) return;
  await store.meta.set(key, by);
  await bus.emit({ type: 'order.ignored', work: workId('issue', repo.name, entry.number), by, named });
}
