import type { Clock, Timer } from '../host/clock.ts';
import type { RecordedEvent } from '../work/events.ts';

/** Where events come from: read by their sequence number, with a sign that there are new ones. */
export interface EventSource {
  after(seq: number, limit: number): Promise<RecordedEvent[]>;
  lastSeq(): Promise<number>;
  /** Calls back when there is news; what it is has to be read. */
  subscribe(news: () => void): () => void;
}

const BATCH = 500;
const HEARTBEAT_MS = 15_000;

/**
 * Everything after `after`, as fast as the reader takes it: the subscription only says that there is news, the store
 * says what. So nothing is sent twice or left out, and a slow reader costs no memory.
 */
export function liveStream(
  parts: {
    events: EventSource;
    clock: Clock;
    text: (event: RecordedEvent) => string;
    /** Sent first, when nothing happened for a while, and before what `greeting` says. */
    heartbeat: string;
    /** Said once at the beginning. */
    greeting?: string;
    /** Whether nothing comes after this event. */
    isLast?: (event: RecordedEvent) => boolean;
  },
  after: number,
): ReadableStream<Uint8Array> {
  const { events, clock, text, heartbeat, greeting = '', isLast = () => false } = parts;
  const encoder = new TextEncoder();
  let last = after;
  let news = true;
  let open = true;
  let wake = () => {};
  let timer: Timer | undefined;
  const unsubscribe = events.subscribe(() => {
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
    start: (controller) => controller.enqueue(encoder.encode(`${heartbeat}${greeting}`)),
    pull: async (controller) => {
      if (!news) await quietSpell();
      if (!open) return;
      const heard = news;
      news = false;
      const batch = heard ? await events.after(last, BATCH) : [];
      if (batch.length === BATCH) news = true;
      last = batch.at(-1)?.seq ?? last;
      controller.enqueue(encoder.encode(batch.map(text).join('') || heartbeat));
      const newest = batch.at(-1);
      if (newest !== undefined && !news && isLast(newest)) {
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
