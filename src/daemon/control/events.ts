import { eventText } from '../../api/event-stream.ts';
import type { Clock, Timer } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { EventBus } from '../bus.ts';

const BATCH = 500;
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': still here\n\n';

/**
 * Everything after `after`, as fast as the reader takes it: the bus only says that there is news, the store says what.
 * So nothing is sent twice or left out, and a slow reader costs no memory.
 */
export function eventStream(
  parts: { store: Store; bus: EventBus; clock: Clock; isOver: () => boolean },
  after: number,
): ReadableStream<Uint8Array> {
  const { store, bus, clock } = parts;
  const encoder = new TextEncoder();
  let last = after;
  let news = true;
  let open = true;
  let wake = () => {};
  let timer: Timer | undefined;
  const unsubscribe = bus.subscribe(() => {
    news = true;
    wake();
  });
  const quietSpell = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      timer = clock.after(HEARTBEAT_MS, resolve, { background: true });
    }).finally(() => timer?.cancel());
  return new ReadableStream<Uint8Array>({
    // The first heartbeat carries the headers to a reader that would otherwise wait for an event.
    start: (controller) => controller.enqueue(encoder.encode(HEARTBEAT)),
    pull: async (controller) => {
      if (!news) await quietSpell();
      if (!open) return;
      const heard = news;
      news = false;
      const batch = heard ? await store.events.after(last, BATCH) : [];
      if (batch.length === BATCH) news = true;
      last = batch.at(-1)?.seq ?? last;
      controller.enqueue(encoder.encode(batch.map(eventText).join('') || HEARTBEAT));
      if (batch.at(-1)?.type === 'daemon.stopped' && !news && parts.isOver()) {
        unsubscribe();
        controller.close();
      }
    },
    cancel: () => {
      open = false;
      unsubscribe();
      wake();
    },
  });
}
