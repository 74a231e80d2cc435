import type { Item } from '../../api/items.ts';
import { isoTime } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import { isRunning, runningCount, type Live } from './live.ts';

/** Everything that is queued, running, waiting for its time or for a person: the running first, then by id. */
export async function itemsOf(store: Store, now: number, live?: Live): Promise<Item[]> {
  const questions = new Map((await store.questions.open()).map(({ work, text }) => [work, text]));
  const waiting = new Map((await store.attempts.waiting(now)).map((record) => [record.work, record]));
  const queued = new Map([...(live?.queues.all() ?? [])].map((item) => [item.id, item]));
  const slots = live === undefined ? '' : `${runningCount(live)} of ${live.maxConcurrent} running`;

  const waitOf = (id: WorkId, running: boolean): Item['waiting'] => {
    const question = questions.get(id);
    if (running) return null;
    if (question !== undefined) return { reason: `an answer: ${question}`, until: null };
    if (live !== undefined && queued.has(id)) {
      const { restsUntil } = live.daemon.standing(id);
      if (restsUntil !== null && restsUntil > now)
        return { reason: 'the end of an outage', until: isoTime(restsUntil) };
      const rests = live.daemon.restsUntil();
      if (rests !== null && !live.daemon.paused)
        return { reason: 'the active hours', until: Number.isFinite(rests) ? isoTime(rests) : null };
      return { reason: live.daemon.paused ? 'autodev resume' : `a free slot (${slots})`, until: null };
    }
    const record = waiting.get(id);
    return record === undefined ? null : { reason: record.lastError, until: isoTime(record.notBefore) };
  };
  const one = async (id: WorkId, item?: WorkItem): Promise<Item> => {
    const running = isRunning(live, id);
    return {
      id,
      ...parseWorkId(id),
      title: item?.title ?? (await store.events.latest(id, 'item.queued'))?.title ?? '',
      phase: item?.phase ?? null,
      running,
      waiting: waitOf(id, running),
      failures: (await store.attempts.get(id))?.failures ?? 0,
      cost_usd: await store.costs.spent({ work: id }),
      queued_at: item === undefined ? null : isoTime(item.queuedAt),
    };
  };

  const ids = new Set([...queued.keys(), ...waiting.keys(), ...questions.keys()]);
  const items = await Promise.all([...ids].map((id) => one(id, queued.get(id))));
  return items.sort(
    (a, b) =>
      Number(b.running) - Number(a.running) ||
      a.repo.localeCompare(b.repo) ||
      a.type.localeCompare(b.type) ||
      a.number - b.number,
  );
}
