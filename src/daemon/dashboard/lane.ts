import type { BaseLane, Lane, LaneConflict, LaneEntry } from '../../api/board/lane.ts';
import type { BoardItem } from '../../api/board/snapshot.ts';
import type { Store } from '../../store/store.ts';
import { messageOf } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import type { Live } from '../control/live.ts';

/** The files in which two commits cannot be merged; empty: they can. */
export type Conflicts = (repo: string, a: string, b: string) => Promise<string[]>;

/** Every pair of more heads would be looked at for too long. */
const MOST_COMPARED = 12;

/** What is on its way into each branch: what runs, then what is queued, then what waits, each the oldest first. */
export async function laneOf(
  items: readonly BoardItem[],
  from: { store: Store; flows: Flows; live?: Live | undefined; conflicts: Conflicts },
): Promise<Lane> {
  const lanes = new Map<
    string,
    { repo: string; base: string; entries: (LaneEntry & { created: string })[] }
  >();
  for (const item of items) {
    if (item.left !== null || from.flows.find(item.type)?.merges !== true) continue;
    const { base, head, created } = await placeOf(item.id as WorkId, from);
    const key = `${item.repo} ${base}`;
    const lane = lanes.get(key) ?? { repo: item.repo, base, entries: [] };
    lanes.set(key, lane);
    lane.entries.push({ item, head, created });
  }
  const sorted = [...lanes.values()].map(({ entries, ...lane }) => ({
    ...lane,
    entries: entries.sort((a, b) => rank(a.item) - rank(b.item) || compare(a.created, b.created)),
  }));
  return { lanes: await Promise.all(sorted.map((lane) => withConflicts(lane, from.conflicts))) };
}

const rank = ({ running, phase }: BoardItem) => (running ? 0 : phase !== null ? 1 : 2);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function placeOf(
  id: WorkId,
  { store, live }: { store: Store; live?: Live | undefined },
): Promise<{ base: string; head: string | null; created: string }> {
  const queued = live?.queues.get(id, parseWorkId(id).type);
  if (queued !== undefined) return { base: queued.baseRef, head: queued.headSha, created: queued.createdAt };
  const run = await store.runs.latest(id);
  const { baseRef, headSha } = (run?.input ?? {}) as { baseRef?: unknown; headSha?: unknown };
  return {
    base: typeof baseRef === 'string' ? baseRef : 'its base',
    head: typeof headSha === 'string' ? headSha : null,
    created: run?.startedAt ?? '',
  };
}

async function withConflicts(
  lane: Omit<BaseLane, 'conflicts' | 'unknown'>,
  conflicts: Conflicts,
): Promise<BaseLane> {
  const heads = lane.entries.flatMap(({ item, head }) =>
    head === null ? [] : [{ number: item.number, head }],
  );
  const found: LaneConflict[] = [];
  try {
    for (const [at, first] of heads.slice(0, MOST_COMPARED).entries())
      for (const second of heads.slice(at + 1, MOST_COMPARED)) {
        const files = await conflicts(lane.repo, first.head, second.head);
        if (files.length > 0) found.push({ first: first.number, second: second.number, files });
      }
  } catch (error) {
    return { ...lane, conflicts: found, unknown: messageOf(error) };
  }
  const more = heads.length > MOST_COMPARED ? `only the first ${MOST_COMPARED} were compared` : null;
  return { ...lane, conflicts: found, unknown: more };
}
