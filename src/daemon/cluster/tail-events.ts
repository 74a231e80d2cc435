import type { Clock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { EventBus } from '../bus.ts';

const LOOK_MS = 1_000;
const MANY = 500;

/** Tells the listeners of the leader what workers record: its log, dashboards and notices are of the whole cluster. */
export function tailEvents(store: Store, bus: EventBus, clock: Clock): AsyncDisposable {
  const ended = new AbortController();
  const ours = new Set<number>();
  const forget = bus.subscribe(({ seq }) => void ours.add(seq));
  const tailOn = async () => {
    let last = await store.events.lastSeq();
    while (!ended.signal.aborted) {
      const events = await store.events.after(last, MANY).catch(() => []);
      for (const event of events) {
        if (!ours.delete(event.seq)) {
          bus.tell(event);
          ours.delete(event.seq);
        }
        last = event.seq;
      }
      if (events.length < MANY) await clock.sleep(LOOK_MS, ended.signal).catch(() => {});
    }
  };
  const done = tailOn().catch(() => {});
  return {
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      forget();
      await done;
    },
  };
}
