import { isAutodevError } from '../work/errors.ts';
import { parseWorkId, type WorkId } from '../work/ids.ts';
import type { Issue } from '../work/issue.ts';
import type { Pull } from '../work/pull.ts';
import type { Screening } from '../workflows/engine/flow.ts';
import { contextFor, type DaemonParts, type WatchedRepo } from './parts.ts';

/** What the next scan would say of an item that is in no queue. */
export interface Prospect {
  title: string;
  labels: readonly string[];
  screening: Screening;
  /** It has not changed since this moment, so no scan looks at it any more. */
  passedAt: string | null;
}

/** Asks the forge and the flow. `absent`: the forge has no such item. Undefined: its repository is not watched. */
export async function prospect(parts: DaemonParts, id: WorkId): Promise<Prospect | 'absent' | undefined> {
  const { type, repo: name, number } = parseWorkId(id);
  const repo = (await parts.repos()).find((each) => each.name === name);
  const flow = parts.flows.find((each) => each.type === type);
  if (repo === undefined || flow === undefined) return undefined;
  let entry: Issue | Pull;
  try {
    entry = await (type === 'issue' ? parts.forge.issue(name, number) : parts.forge.pull(name, number));
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return 'absent';
    throw error;
  }
  const { title, labels } = entry;
  if (!repo.scan_targets.includes(flow.target))
    return { title, labels, screening: unlisted(flow.target), passedAt: null };
  const context = contextFor(parts, repo);
  const screened = flow.screen(entry, context);
  const full = parts.queues.countOf(name) >= repo.max_queued;
  const screening = !screened.take ? screened : full ? tooMany(repo) : await flow.admit(entry, context);
  const cursor = await parts.store.cursors.get(repo.id, flow.target);
  // Merges are looked for among all open pull requests, whenever they changed.
  const passed = type !== 'merge' && cursor !== undefined && entry.updatedAt < cursor.lastSeen;
  return { title, labels, screening, passedAt: passed ? cursor.lastSeen : null };
}

const tooMany = ({ max_queued: most }: WatchedRepo): Screening => ({
  take: false,
  final: false,
  reason: `${most} items of its repository wait or run already (max_queued); older ones go first`,
});

const unlisted = (target: string): Screening => ({
  take: false,
  final: true,
  reason: `scan_targets of its repository does not list ${target}`,
});
