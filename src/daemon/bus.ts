import type { NewNotice } from '../store/tables/outbox.ts';
import type { Store } from '../store/store.ts';
import type { RecordedEvent, WorkEvent } from '../work/events.ts';
import { parseWorkId } from '../work/ids.ts';

/** Every event once into the store, then to whoever listens. A listener that fails never stops the work. */
export interface EventBus {
  emit: (event: WorkEvent) => Promise<void>;
  /** The same into another store: one that refuses what is no longer ours to write. */
  through(store: Store): EventBus['emit'];
  /** Tells listeners of an event that somebody else recorded. */
  tell(event: RecordedEvent): void;
  subscribe(listener: (event: RecordedEvent) => void): () => void;
}

/** `notices`: what people are to be told of an event; written with it, delivered by the outbox. */
export function eventBus(
  store: Store,
  notices: (event: WorkEvent) => readonly NewNotice[] = () => [],
): EventBus {
  const listeners = new Set<(event: RecordedEvent) => void>();
  const tell = (recorded: RecordedEvent) => {
    for (const listener of listeners) {
      try {
        listener(recorded);
      } catch {
        // A broken view is the view's problem.
      }
    }
  };
  const through = (into: Store) => async (event: WorkEvent) => {
    if (event.type === 'item.label') {
      const { repo, number } = parseWorkId(event.work);
      await into.labels.change(repo, number, event);
    }
    tell(await into.events.append(event, notices(event)));
  };
  return {
    emit: through(store),
    through,
    tell,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
