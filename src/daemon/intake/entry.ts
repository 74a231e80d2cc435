import { isAutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Issue } from '../../work/issue.ts';
import { LABEL } from '../../work/labels.ts';
import type { Pull } from '../../work/pull.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import type { Candidate, ReadFrom } from '../../workflows/engine/items.ts';
import type { DaemonParts } from '../parts.ts';

/** What an item is at this moment: an entry of the forge, or what its flow says of it. */
export type Entry = { on: 'forge'; entry: Issue | Pull } | { on: 'journal'; entry: Candidate };

/** Undefined: it is gone. */
export async function readEntry(flows: Flows, from: ReadFrom, work: WorkId): Promise<Entry | undefined> {
  const { repo, number } = parseWorkId(work);
  const { items } = flows.of(work);
  if (items.on === 'journal') {
    const entry = await items.read(from, repo, number);
    return entry && { on: 'journal', entry };
  }
  try {
    return { on: 'forge', entry: await items.read(from.forge, repo, number) };
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return undefined;
    throw error;
  }
}

/** Whether people still want it done: it is open, and nobody has put it aside. */
export async function isWanted(
  { forge, store, host, flows }: Pick<DaemonParts, 'forge' | 'store' | 'host' | 'flows'>,
  work: WorkId,
): Promise<boolean> {
  const read = await readEntry(flows, { forge, store, clock: host.clock }, work);
  if (read?.on !== 'forge') return read !== undefined;
  return read.entry.state === 'open' && !read.entry.labels.includes(LABEL.skip);
}
