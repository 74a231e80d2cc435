import { AutodevError, messageOf } from '../work/errors.ts';
import type { WorkId } from '../work/ids.ts';
import type { EventBus } from './bus.ts';

/** A store that takes nothing (its disk is full) must not cost an item its place or the daemon a slot. */
export const sayError = (bus: EventBus, work: WorkId | null, error: unknown): Promise<unknown> =>
  bus
    .emit({
      type: 'error',
      work,
      message: messageOf(error),
      why: error instanceof AutodevError ? (error.why ?? null) : null,
    })
    .catch(() => {});
