import { eventText } from '../../api/event-stream.ts';
import { liveStream } from '../../api/live-stream.ts';
import type { Clock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { EventBus } from '../bus.ts';

/** Everything after `after`, until the daemon has stopped. */
export function eventStream(
  parts: { store: Store; bus: EventBus; clock: Clock; isOver: () => boolean },
  after: number,
): ReadableStream<Uint8Array> {
  const { store, bus, clock, isOver } = parts;
  return liveStream(
    {
      events: { after: store.events.after, lastSeq: store.events.lastSeq, subscribe: bus.subscribe },
      clock,
      text: eventText,
      heartbeat: ': still here\n\n',
      isLast: (event) => event.type === 'daemon.stopped' && isOver(),
    },
    after,
  );
}
