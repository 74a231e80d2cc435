import type { Explanation } from '../../api/explanation.ts';
import type { Item } from '../../api/items.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import { keptBefore } from '../../workflows/engine/stops/kept-work.ts';
import type { Prospect } from '../intake/prospect.ts';
import { explain } from './explain.ts';
import type { Facts } from './explain-facts.ts';
import { leftAnswers } from './left-answers.ts';
import { overMeanwhile } from '../leaving/over-meanwhile.ts';
import { rejectedProduct } from './rejected-product.ts';
import { repositoryState } from './repository-state.ts';
import { NO_SLOTS, slotsFor, type Live } from './live.ts';

const EVENTS = 50;

/** How a living daemon reads items. */
interface Reads {
  forge: Forge;
  flows: Flows;
}

/** What a daemon on another machine said last: it is at work, and what of this item. */
export interface Elsewhere {
  daemon: Exclude<Explanation['daemon'], 'stopped'>;
  /** Undefined: it has it in no queue. */
  item: Item | undefined;
}

/** Gathers what is known of an item, from the store and, with a living daemon, from its queue and the forge. */
export async function why(
  id: WorkId,
  from: {
    store: Store;
    now: number;
    live?: Live | undefined;
    reads?: Reads | undefined;
    elsewhere?: Elsewhere | undefined;
    /** As the scans saw them, where the forge is not to be asked. */
    labels?: readonly string[];
  },
): Promise<Explanation> {
  const { store, now, live, reads, elsewhere } = from;
  const { repo, type } = parseWorkId(id);
  const item = live?.queues.get(id, type);
  const registered = await store.repositories.find(repo);
  const events = await store.events.ofWork(id, EVENTS, ['session.progress']);
  const prospect =
    item === undefined && live !== undefined && reads !== undefined ? await prospectOf(live, id) : undefined;
  if (prospect === 'absent' && events.length === 0)
    throw new AutodevError('not_found', `no item ${id}`, { hint: 'the forge has no such item either' });
  const ahead = prospect === 'absent' ? undefined : prospect;
  const answer = (await leftAnswers(store)).get(id);
  const told = explain({
    id,
    now,
    title: item?.title ?? ahead?.title ?? (await store.events.latest(id, 'item.queued'))?.title ?? '',
    daemon: live === undefined ? (elsewhere?.daemon ?? 'stopped') : stateOf(live),
    restsUntil: live?.daemon.restsUntil() ?? null,
    queued:
      item === undefined
        ? queuedElsewhere(elsewhere)
        : { phase: item.phase, ...(live as Live).daemon.standing(id) },
    slots: live === undefined || item === undefined ? NO_SLOTS : slotsFor(live, item),
    repository: repositoryState(registered),
    attempt: await store.attempts.get(id),
    other: await store.waits.get(id),
    questions: await store.questions.open(id),
    events,
    prospect: ahead,
    finishedByLabel: reads?.flows.onForge(id)?.finished === 'label',
    onForge: reads === undefined || reads.flows.onForge(id) !== undefined,
    labels: ahead?.labels ?? (reads === undefined ? (from.labels ?? null) : await labelsOf(reads, id)),
    costUsd: await store.costs.spent({ work: id }),
    kept: await keptBefore(store, id),
    merged: reads && item === undefined ? await mergedOf(reads, store, id) : undefined,
    rejected: reads && (await rejectedOf(reads, store, id)),
  });
  if (answer === undefined) return asWaitingThere(told, elsewhere);
  return {
    ...told,
    state: 'waiting',
    because: `it was answered with "${answer}" while no daemon could be asked`,
    waits_for: 'a daemon that takes the answer',
    wakes_at: null,
    next:
      live === undefined && elsewhere === undefined ? 'autodev start -d' : 'nothing; it is taken by itself',
  };
}

const stateOf = ({ stopping, daemon }: Live): Elsewhere['daemon'] =>
  stopping ? 'stopping' : daemon.paused ? 'paused' : 'running';

function queuedElsewhere(elsewhere: Elsewhere | undefined): Facts['queued'] {
  const { phase = null, running = false } = elsewhere?.item ?? {};
  return phase === null ? undefined : { phase, running, restsUntil: null };
}

/** What keeps an item of its queue only that daemon knows. */
function asWaitingThere(told: Explanation, elsewhere: Elsewhere | undefined): Explanation {
  const waiting = elsewhere?.item?.waiting ?? null;
  if (told.state !== 'queued' || waiting === null) return told;
  return { ...told, waits_for: waiting.reason, wakes_at: waiting.until };
}

async function prospectOf({ daemon }: Live, id: WorkId): Promise<Prospect | 'absent' | undefined> {
  try {
    return await daemon.prospect(id);
  } catch {
    return undefined;
  }
}

async function mergedOf({ flows, forge }: Reads, store: Store, id: WorkId): Promise<string | undefined> {
  try {
    const over = await overMeanwhile({ flows, forge, store }, id);
    return over?.outcome === 'done' ? over.reason : undefined;
  } catch {
    return undefined;
  }
}

async function rejectedOf({ flows, forge }: Reads, store: Store, id: WorkId): Promise<string | undefined> {
  try {
    return await rejectedProduct(flows, { forge, store }, id);
  } catch {
    return undefined;
  }
}

/** "Why" must answer also while the forge does not. */
async function labelsOf({ flows, forge }: Reads, id: WorkId): Promise<string[] | null> {
  const { repo, number } = parseWorkId(id);
  try {
    return (await flows.onForge(id)?.read(forge, repo, number))?.labels ?? null;
  } catch {
    return null;
  }
}
