import { liveStream, type EventSource } from '../api/live-stream.ts';
import type { Clock } from '../host/clock.ts';
import type { RecordedEvent } from '../work/events.ts';

/** More than a page that was away should catch up with one by one. */
const MOST_REPLAYED = 500;
/** A comment would do for the connection; the page wants to notice when they stop coming. */
const BEAT = 'event: beat\ndata: still here\n\n';
const RETRY = 'retry: 1000\n\n';

/**
 * Everything after `after` as server-sent events; the id is the event's sequence number. Where too many were missed,
 * or the numbers are not of this store, one `resync` says that the page has to be read anew.
 */
export async function sendEvents(events: EventSource, clock: Clock, after: number): Promise<Response> {
  const last = await events.lastSeq();
  const lost = after > last || last - after > MOST_REPLAYED;
  const resync = lost ? `id: ${last}\nevent: resync\ndata: ${last}\n\n` : '';
  const stream = liveStream(
    { events, clock, text: eventText, heartbeat: BEAT, greeting: `${RETRY}${resync}` },
    lost ? last : after,
  );
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
  });
}

function eventText(event: RecordedEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
