import type { NewNotice } from '../store/tables/outbox.ts';
import type { Store } from '../store/store.ts';
import type { RecordedEvent, WorkEvent } from '../work/events.ts';
import { parseWorkId } from '../work/ids.ts';

/** Every event once into the store, then to whoever listens. A listener that fails never stops the work. */
export interface EventBus {
  emit: (event: WorkEvent) => Promise<void>;
  subscribe(listener: (event: RecordedEvent) => void): () => void;
}

/** `notices`: what people are to be told of an event; written with it, delivered by the outbox. */
export function eventBus(
  store: Store,
  notices: (event: WorkEvent) => readonly NewNotice[] = () => [],
): EventBus {
  const listeners = new Set<(event: RecordedEvent) => void>();
  return {
    emit: async (event) => {
      if (event.type === 'item.label') {
        const { repo, number } = parseWorkId(event.work);
        await store.labels.change(repo, number, event);
      }
      const recorded = await store.events.append(event, notices(event));
      for (const listener of listeners) {
        try {
          listener(recorded);
        } catch {
          // A broken view is the view's problem.
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
