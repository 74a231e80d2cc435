import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Screening } from '../../workflows/engine/items.ts';
import { readEntry } from './entry.ts';
import { contextFor, type ContextParts, type DaemonParts, type WatchedRepo } from '../parts.ts';

/** What the next scan would say of an item that is in no queue. */
export interface Prospect {
  title: string;
  /** Null: it stands nowhere on the forge. */
  labels: readonly string[] | null;
  screening: Screening;
  /** It has not changed since this moment, so no scan looks at it any more. */
  passedAt: string | null;
}

/** Asks the forge and the flow. `absent`: the forge has no such item. Undefined: its repository is not watched. */
export async function prospect(
  parts: ContextParts & Pick<DaemonParts, 'repos' | 'flows' | 'queues'>,
  id: WorkId,
): Promise<Prospect | 'absent' | undefined> {
  const { flows, forge, store, host } = parts;
  const { repo: name } = parseWorkId(id);
  const { items } = flows.of(id);
  const repo = (await parts.repos()).find((each) => each.name === name);
  if (repo === undefined) return undefined;
  const read = await readEntry(flows, { forge, store, clock: host.clock }, id);
  if (read === undefined) return 'absent';
  const full = parts.queues.countOf(name) >= repo.max_queued;
  if (read.on === 'journal' || items.on === 'journal') {
    const screening: Screening = full ? tooMany(repo) : { take: true };
    return { title: read.entry.title, labels: null, screening, passedAt: null };
  }
  const { entry } = read;
  const { title, labels } = entry;
  if (!repo.scan_targets.includes(items.target))
    return { title, labels, screening: unlisted(items.target), passedAt: null };
  const context = contextFor(parts, repo);
  const screened = items.screen(entry, context);
  const screening = !screened.take ? screened : full ? tooMany(repo) : await items.admit(entry, context);
  const cursor = await store.cursors.get(repo.id, items.target);
  // What is looked at with every scan is found whenever it changed.
  const passed = items.everyScan === undefined && cursor !== undefined && entry.updatedAt < cursor.lastSeen;
  return { title, labels, screening, passedAt: passed ? cursor.lastSeen : null };
}

const tooMany = ({ max_queued: most }: WatchedRepo): Screening => ({
  take: false,
  final: false,
  reason: `${most === 1 ? '1 item of its repository waits or runs' : `${most} items of its repository wait or run`} already (max_queued); older ones go first`,
});

const unlisted = (target: string): Screening => ({
  take: false,
  final: true,
  reason: `scan_targets of its repository does not list ${target}`,
});
