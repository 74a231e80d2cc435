import type { Explanation } from '../../api/explanation.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Prospect } from '../prospect.ts';
import { explain } from './explain.ts';
import { runningCount, type Live } from './live.ts';

const EVENTS = 50;

/** Gathers what is known of an item, from the store and, with a living daemon, from its queue and the forge. */
export async function why(
  id: WorkId,
  from: { store: Store; now: number; live?: Live | undefined; forge?: Forge | undefined },
): Promise<Explanation> {
  const { store, now, live, forge } = from;
  const { repo, type } = parseWorkId(id);
  const item = live?.queues.get(id, type);
  const registered = await store.repositories.find(repo);
  const events = await store.events.ofWork(id, EVENTS);
  const prospect = item === undefined && live !== undefined ? await prospectOf(live, id) : undefined;
  if (prospect === 'absent' && events.length === 0)
    throw new AutodevError('not_found', `no item ${id}`, { hint: 'the forge has no such item either' });
  const ahead = prospect === 'absent' ? undefined : prospect;
  return explain({
    id,
    now,
    title: item?.title ?? ahead?.title ?? (await store.events.latest(id, 'item.queued'))?.title ?? '',
    daemon:
      live === undefined ? 'stopped' : live.stopping ? 'stopping' : live.daemon.paused ? 'paused' : 'running',
    restsUntil: live?.daemon.restsUntil() ?? null,
    queued: item === undefined ? undefined : { phase: item.phase, ...(live as Live).daemon.standing(id) },
    slots:
      live === undefined
        ? { running: 0, most: 0 }
        : { running: runningCount(live), most: live.maxConcurrent },
    repository: registered === undefined ? 'removed' : registered.enabled ? 'enabled' : 'disabled',
    attempt: await store.attempts.get(id),
    questions: await store.questions.open(id),
    events,
    prospect: ahead,
    labels: ahead?.labels ?? (forge === undefined ? null : await labelsOf(forge, id)),
    costUsd: await store.costs.spent({ work: id }),
  });
}

async function prospectOf({ daemon }: Live, id: WorkId): Promise<Prospect | 'absent' | undefined> {
  try {
    return await daemon.prospect(id);
  } catch {
    return undefined;
  }
}

/** "Why" must answer also while the forge does not. */
async function labelsOf(forge: Forge, id: WorkId): Promise<string[] | null> {
  const { type, repo, number } = parseWorkId(id);
  try {
    return (await (type === 'issue' ? forge.issue(repo, number) : forge.pull(repo, number))).labels;
  } catch {
    return null;
  }
}
