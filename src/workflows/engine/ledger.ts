import type { Clock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { RunId, WorkId } from '../../work/ids.ts';

/** One write to the forge, or one push, that must happen exactly once. */
export type Effect<T> = Described<T> & (Plain<T> | Prepared<T>);

interface Described<T> {
  /** `comment`, `pull`, `review`, `status`, `merge`, `push`, `issue`. */
  kind: string;
  /** What makes it this one within the run: a branch, a SHA, a name. */
  target: string;
  /** What is about to be written; recorded first. */
  intent: unknown;
  /** Looks for it on the forge: by branch, SHA, or marker and our login. */
  find(): Promise<T | undefined>;
}

interface Plain<T> {
  /** Nothing but the write: what is asked of the fence right before it must still hold. */
  write(): Promise<T>;
}

interface Prepared<T> {
  /** All that takes its time, before the fence is asked once more: reads, waits, a scan of what is about to leave. */
  prepare(): Promise<Plain<T>['write']>;
}

export interface Ledger {
  perform<T>(effect: Effect<T>): Promise<T>;
}

const SETTLE_MS = [1_000, 3_000] as const;

/**
 * fence → prepare → fence → intent → write → read back → done. An intent without a result means that the outcome is unknown (we
 * died, or the answer was lost): wait, look twice, and only then write. A limit of the forge is waited for here, and the
 * fence is asked again after it. Nothing below this retries a write.
 */
export function ledger(options: {
  store: Store;
  clock: Clock;
  run: RunId;
  work: WorkId;
  signal: AbortSignal;
  /** Refuses when this run is no longer ours to write for. */
  fence: () => Promise<void>;
  emit: (event: WorkEvent) => Promise<void>;
  settleMs?: readonly number[] | undefined;
}): Ledger {
  const { store, clock, run, work, signal, emit } = options;
  const settle = options.settleMs ?? SETTLE_MS;

  const lookTwice = async <T>(effect: Effect<T>): Promise<T | undefined> => {
    for (const ms of settle) {
      await clock.sleep(ms, signal);
      const found = await effect.find();
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** A write counts when it can be read back. Otherwise its intent stays open and is looked for at the next attempt. */
  const readBack = async <T>(effect: Effect<T>, written: T): Promise<T> => {
    if ((await effect.find()) !== undefined || (await lookTwice(effect)) !== undefined) return written;
    throw new AutodevError('forge_rejected', `the forge accepted a ${effect.kind} but does not show it`, {
      why: effect.target,
      hint: 'it is looked for again, before anything is written, at the next attempt',
    });
  };

  /** Not begun for what is not wanted; and what was wanted then may not be when it is done. */
  const prepared = async <T>(effect: Prepared<T>): Promise<Plain<T>['write']> => {
    const write = await effect.prepare();
    await options.fence();
    return write;
  };

  const attempt = async <T>(effect: Effect<T>, key: string): Promise<T> => {
    await options.fence();
    const write = 'prepare' in effect ? await prepared(effect) : () => effect.write();
    await store.effects.intend(run, key, effect.intent);
    return readBack(effect, await write());
  };

  /** Tried again only where the forge did not do it: as often as a limit says so, and once after a lost answer. */
  const written = async <T>(effect: Effect<T>, key: string): Promise<{ result: T; found: boolean }> => {
    for (let lost = false; ;) {
      try {
        return { result: await attempt(effect, key), found: false };
      } catch (error) {
        const until = limitedUntil(error);
        if (until === undefined && (lost || !isUnknown(error))) throw error;
        if (until !== undefined) await clock.sleep(until - clock.now(), signal);
        lost ||= until === undefined;
        const result = until === undefined ? await lookTwice(effect) : await effect.find();
        if (result !== undefined) return { result, found: true };
      }
    }
  };

  return {
    perform: async <T>(effect: Effect<T>): Promise<T> => {
      const key = `${effect.kind} ${effect.target}`;
      const finish = async (result: T, found: boolean): Promise<T> => {
        await store.effects.done(run, key, result);
        const { kind, target } = effect;
        const chain = await store.effects.head();
        await emit({ type: 'effect.done', work, run, effect: kind, target, found, chain });
        return result;
      };
      const known = await store.effects.get(run, key);
      if (known?.status === 'done') return known.result as T;
      const earlier = known === undefined ? await effect.find() : await lookTwice(effect);
      if (earlier !== undefined) {
        if (known === undefined) await store.effects.intend(run, key, effect.intent);
        return finish(earlier, true);
      }
      const { result, found } = await written(effect, key);
      return finish(result, found);
    },
  };
}

const isUnknown = (error: unknown): boolean =>
  isAutodevError(error, 'forge_unavailable') && error.data?.outcome === 'unknown';

/** When a write that the forge's limit kept from happening may be tried again. */
function limitedUntil(error: unknown): number | undefined {
  if (!isAutodevError(error, 'forge_limited') || typeof error.data?.['retryAt'] !== 'string')
    return undefined;
  return Date.parse(error.data['retryAt']);
}
