import { socketPath } from './control/ask.ts';
import { requestOverSocket } from '../host/net/socket-request.ts';
import type { RecordedEvent } from '../work/events.ts';
import { eventsIn } from './event-stream.ts';

/**
 * Every event after the given one, as it happens. Resolves with the last sequence number seen when the daemon ends
 * the stream; a caller that wants more goes on from there. Rejects when no daemon listens.
 */
export async function followEvents(
  home: string,
  options: { after: number; signal: AbortSignal; onEvent: (event: RecordedEvent) => void },
): Promise<number> {
  let last = options.after;
  const read = eventsIn((event) => {
    last = event.seq;
    options.onEvent(event);
  });
  try {
    await requestOverSocket(socketPath(home), {
      method: 'GET',
      path: `/events?after=${options.after}`,
      signal: options.signal,
      onText: read,
    });
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
  return last;
}
