import type { WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import { Cancelled } from '../../workflows/engine/stops/interruptions.ts';
import { carryOn, type CarryParts } from './carry-on.ts';
import type { WatchedRepo } from '../parts.ts';
import { sayError } from '../say-error.ts';
import type { Load } from './schedule.ts';
import { openSetbacks } from './setbacks.ts';

/** The items that are running, and those that rest after an outage. */
export interface Runner {
  start(repo: WatchedRepo, item: WorkItem): void;
  /** What is running, and what rests after an outage: neither may be picked. */
  load(now: number): { load: Load; resting: number };
  /** Stops one item's session; it leaves the queue as cancelled. False when it is not running. */
  cancel(id: WorkId): boolean;
  /** Whether one item is running, or how long it rests after an outage. */
  standing(id: WorkId): { running: boolean; restsUntil: number | null };
  /** Resolves when nothing runs any more. */
  settled(): Promise<void>;
  /** Ends every session now. */
  halt(reason: Error): void;
  readonly busy: boolean;
}

type Parts = Omit<CarryParts, 'setbacks'>;

export function openRunner(parts: Parts, onChange: (repo: string, progress: boolean) => void): Runner {
  const { host, queues, bus } = parts;
  const running = new Map<WorkId, { done: Promise<void>; cancel: AbortController }>();
  const perRepo = new Map<string, number>();
  const exclusive = new Set<string>();
  const lastServed = new Map<string, number>();
  const setbacks = openSetbacks(host.clock, () => parts.settings().retry_base_secs * 1_000);
  const stop = new AbortController();
  let served = 0;

  const takeSlot = (item: WorkItem, key: string | undefined) => {
    served += 1;
    lastServed.set(item.repo, served);
    perRepo.set(item.repo, (perRepo.get(item.repo) ?? 0) + 1);
    if (key !== undefined) exclusive.add(key);
  };
  const giveSlot = (item: WorkItem, key: string | undefined) => {
    running.delete(item.id);
    perRepo.set(item.repo, (perRepo.get(item.repo) ?? 1) - 1);
    if (key !== undefined) exclusive.delete(key);
  };

  return {
    start: (repo, item) => {
      const key = queues.exclusiveKey(item);
      takeSlot(item, key);
      setbacks.ended(item.id);
      const cancel = new AbortController();
      const turn = { repo, item, stop: stop.signal, cancel: cancel.signal };
      const done = carryOn({ ...parts, setbacks }, turn)
        .catch(async (error: unknown) => {
          await sayError(bus, item.id, error);
          return false;
        })
        .then((progress) => {
          giveSlot(item, key);
          onChange(item.repo, progress);
        });
      running.set(item.id, { done, cancel });
    },
    load: (now) => {
      const resting = setbacks.resting(now).filter((id) => queues.has(id));
      return {
        load: { running: new Set([...running.keys(), ...resting]), perRepo, exclusive, lastServed },
        resting: resting.length,
      };
    },
    cancel: (id) => {
      const entry = running.get(id);
      entry?.cancel.abort(new Cancelled('cancelled'));
      return entry !== undefined;
    },
    standing: (id) => ({ running: running.has(id), restsUntil: setbacks.restsUntil(id) }),
    settled: async () => {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
    halt: (reason) => stop.abort(reason),
    get busy() {
      return running.size > 0;
    },
  };
}
