import type { Item } from '../../api/items.ts';
import { isoTime } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import { answeredItems } from './answered.ts';
import { leftAnswers } from './left-answers.ts';
import { isRunning, NO_SLOTS, slotsFor, type Live } from './live.ts';
import { briefly, waitOf } from './wait.ts';

/** Everything that is queued, running, waiting for its time or for a person: the running first, then by id. */
export function itemsOf(store: Store, now: number, live?: Live): Promise<Item[]> {
  return gather(store, now, live, new Set());
}

/** The same where no daemon runs, with what the last one had in its queue and the next one takes up again. */
export async function itemsLeftBehind(store: Store, now: number): Promise<Item[]> {
  return gather(store, now, undefined, await queuedLast(store));
}

/** How many of them nothing but the next start of a daemon is needed for. */
export async function countLeftBehind(store: Store, now: number): Promise<number> {
  const ids = await queuedLast(store);
  for (const { work } of await store.waits.all()) ids.delete(work);
  for (const work of await interruptedItems(store, new Map())) ids.add(work);
  for (const { work } of [...(await store.questions.open()), ...(await store.attempts.waiting(now))])
    ids.delete(work);
  return ids.size;
}

async function queuedLast(store: Store): Promise<Set<WorkId>> {
  const repos = new Set((await store.repositories.list()).map(({ name }) => name));
  return new Set((await store.events.queuedLast()).filter((id) => repos.has(parseWorkId(id).repo)));
}

async function gather(
  store: Store,
  now: number,
  live: Live | undefined,
  stopped: ReadonlySet<WorkId>,
): Promise<Item[]> {
  // Of several it is the first that is asked for.
  const open = (await store.questions.open()).toReversed();
  const questions = new Map(open.map((question) => [question.work, question]));
  const waiting = new Map((await store.attempts.waiting(now)).map((record) => [record.work, record]));
  const others = new Map((await store.waits.all()).map((record) => [record.work, record]));
  const queued = new Map([...(live?.queues.all() ?? [])].map((item) => [item.id, item]));
  const shared = {
    now,
    paused: live?.daemon.paused ?? false,
    restsUntil: live?.daemon.restsUntil() ?? null,
  };

  const ordered = await leftAnswers(store);
  const answered = await answeredItems(store);
  const interrupted = await interruptedItems(store, queued);
  const waitingOf = (id: WorkId, running: boolean): Item['waiting'] => {
    const answer = ordered.get(id);
    if (answer !== undefined) return { reason: `the daemon, to take "${answer}"`, until: null };
    if (interrupted.has(id) && !questions.has(id) && !waiting.has(id))
      return { reason: 'the daemon: it was interrupted and goes on from there', until: null };
    if (stopped.has(id) && !interrupted.has(id) && !questions.has(id) && !waiting.has(id) && !others.has(id))
      return { reason: 'the daemon: it was in the queue when that ended', until: null };
    const item = queued.get(id);
    const said = item === undefined && !questions.has(id) ? answered.get(id) : undefined;
    if (said !== undefined) return { reason: `${whoGoesOn(live)}, to go on with "${said}"`, until: null };
    const wait = waitOf({
      ...shared,
      slots: live === undefined || item === undefined ? NO_SLOTS : slotsFor(live, item),
      running,
      question: questions.get(id),
      queued: queued.has(id) ? live?.daemon.standing(id) : undefined,
      attempt: waiting.get(id),
      other: others.get(id),
    });
    return wait && { reason: briefly(wait), until: wait.until };
  };
  const ids = [
    ...new Set([
      ...queued.keys(),
      ...waiting.keys(),
      ...questions.keys(),
      ...answered.keys(),
      ...interrupted,
      ...stopped,
      ...others.keys(),
    ]),
  ];
  // Asked once per table: a question per item made a board of hundreds slow.
  const titles = await store.events.titles(ids.filter((id) => !queued.has(id) && !others.has(id)));
  const failures = await store.attempts.failures(ids);
  const spent = await store.costs.spentOn(ids);
  const items = ids.map((id): Item => {
    const item = queued.get(id);
    const running = isRunning(live, id);
    return {
      id,
      ...parseWorkId(id),
      title: item?.title ?? others.get(id)?.title ?? titles.get(id) ?? '',
      phase: item?.phase ?? null,
      running,
      waiting: waitingOf(id, running),
      failures: failures.get(id) ?? 0,
      cost_usd: spent.get(id) ?? 0,
      queued_at: item === undefined ? null : isoTime(item.queuedAt),
    };
  });
  return items.sort(
    (a, b) =>
      Number(b.running) - Number(a.running) ||
      a.repo.localeCompare(b.repo) ||
      a.type.localeCompare(b.type) ||
      a.number - b.number,
  );
}

function whoGoesOn(live: Live | undefined): string {
  if (live === undefined) return 'the daemon';
  return live.daemon.paused ? 'autodev resume' : 'the next scan';
}

/** Items whose run is unfinished and that no queue holds: the daemon died or was stopped on them. */
async function interruptedItems(store: Store, queued: ReadonlyMap<WorkId, WorkItem>): Promise<Set<WorkId>> {
  const ids = new Set<WorkId>();
  for (const { name } of await store.repositories.list())
    for (const { work, status } of await store.runs.open(name))
      if (status === 'running' && !queued.has(work)) ids.add(work);
  return ids;
}
