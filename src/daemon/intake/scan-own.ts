import type { Store } from '../../store/store.ts';
import { parseWorkId, workId, type WorkId } from '../../work/ids.ts';
import { isOver as isFinal } from '../../work/standings.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import type { Candidate, OwnItems } from '../../workflows/engine/items.ts';
import { contextFor, type WatchedRepo } from '../parts.ts';
import { blockedBySibling, itemOf, take, type ScanParts } from './take.ts';

/**
 * Looks for the work of a flow whose items no list of the forge holds: what the flow finds, and what the journal knows
 * as begun and waiting (an answer that came, a failure whose time has come), which `find` may name no longer.
 */
export async function scanOwn(
  parts: ScanParts,
  repo: WatchedRepo,
  flow: Flow,
  items: OwnItems,
): Promise<void> {
  const { store, queues, host, forge } = parts;
  const from = { forge, store, clock: host.clock };
  const found = new Map<number, Candidate>();
  for (const candidate of await items.find(contextFor(parts, repo))) found.set(candidate.number, candidate);
  for (const number of await begun(parts, repo, flow)) {
    if (found.has(number)) continue;
    const entry = await items.read(from, repo.name, number);
    if (entry !== undefined) found.set(number, entry);
  }
  for (const candidate of found.values()) {
    const id = workId(flow.type, repo.name, candidate.number);
    if (parts.isPaused()) return;
    if (queues.has(id) || blockedBySibling(parts, flow, repo.name, candidate.number)) continue;
    if (queues.countOf(repo.name) >= repo.max_queued) return;
    if (((await store.attempts.get(id))?.notBefore ?? 0) > host.clock.now()) continue;
    // It has left the queue, and says so in a moment.
    if (((await store.runs.latest(id))?.leaving ?? null) !== null) continue;
    if (await isOver(store, id)) continue;
    await take(parts, repo, itemOf(flow, repo, candidate, host.clock.now()));
  }
}

/** Whether it came to its end, or was left to a person who has not said anything yet. */
export async function isOver(store: Store, id: WorkId): Promise<boolean> {
  const left = await store.events.latest(id, 'item.left');
  if (left === undefined) return false;
  for (const type of ['item.queued', 'item.retried'] as const)
    if (((await store.events.latest(id, type))?.seq ?? 0) > left.seq) return false;
  if (left.question !== undefined) {
    const question = await store.questions.get(left.question);
    return question === undefined || question.answer === null;
  }
  // What people dropped is taken again when its flow finds it again.
  return isFinal(left.outcome) && left.outcome !== 'dropped';
}

/** How long it is remembered that a person wants an item which its flow does not find by itself. */
const ASKED_FOR_MS = 24 * 3_600_000;

/** Those of the journal that may go on, whether or not `find` still names them. */
async function begun({ store, host }: ScanParts, repo: WatchedRepo, { type }: Flow): Promise<number[]> {
  const answered = (await store.questions.awaited(repo.name)).filter(({ answer }) => answer !== null);
  const now = host.clock.now();
  const due = await store.attempts.due(repo.name, now);
  const span = { repo: repo.name, from: now - ASKED_FOR_MS, to: now + 1 };
  const asked = (await store.events.between({ ...span, types: ['item.retried'] })).flatMap((event) =>
    event.type === 'item.retried' ? [event] : [],
  );
  return [...answered, ...due, ...asked]
    .map(({ work }) => parseWorkId(work))
    .filter((each) => each.type === type)
    .map(({ number }) => number);
}
