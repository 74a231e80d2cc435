import type { Clock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { RunId, WorkId } from '../../work/ids.ts';

/** One write to the forge, or one push, that must happen exactly once. */
export interface Effect<T> {
  /** `comment`, `pull`, `review`, `status`, `merge`, `push`, `issue`. */
  kind: string;
  /** What makes it this one within the run: a branch, a SHA, a name. */
  target: string;
  /** What is about to be written; recorded first. */
  intent: unknown;
  /** Looks for it on the forge: by branch, SHA, or marker and our login. */
  find(): Promise<T | undefined>;
  write(): Promise<T>;
}

export interface Ledger {
  perform<T>(effect: Effect<T>): Promise<T>;
}

const SETTLE_MS = [1_000, 3_000] as const;

/**
 * intent → write → read back → done. An intent without a result means that the outcome is unknown (we died, or the
 * answer was lost): wait, look twice, and only then write. Nothing below this retries a write.
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
      await options.fence();
      await store.effects.intend(run, key, effect.intent);
      try {
        return await finish(await readBack(effect, await effect.write()), false);
      } catch (error) {
        if (!isAutodevError(error, 'forge_unavailable') || error.data?.outcome !== 'unknown') throw error;
        const found = await lookTwice(effect);
        if (found !== undefined) return finish(found, true);
        await options.fence();
        return finish(await readBack(effect, await effect.write()), false);
      }
    },
  };
}
