import type { Store } from '../../../store/store.ts';
import { addDays, dayOf, type Span } from '../../../work/day.ts';
import type { EventType, RecordedEvent } from '../../../work/events.ts';
import { loggedEvents } from './logged-events.ts';

const OF_AGENTS: readonly EventType[] = ['agent.rests', 'agent.works'];

/**
 * What happened in a span of time: the logs of its days, and what the store has besides. Either may be missing (logs are
 * deleted after a while, a store may be new); an event that both have counts once.
 */
export async function dayEvents(
  { store, logs }: { store: Store; logs: string },
  repo: string,
  { from, to }: Span,
): Promise<RecordedEvent[]> {
  const found = new Map<string, RecordedEvent>();
  const add = (event: RecordedEvent) => {
    const at = Date.parse(event.at);
    if (at >= from && at < to) found.set(`${event.seq} ${event.at} ${event.type}`, event);
  };
  for (const event of await store.events.between({ repo, from, to, also: OF_AGENTS })) add(event);
  // Secrets are taken out of what is logged: where both have it, the log's words count.
  for (let day = dayOf(from); day <= dayOf(to - 1); day = addDays(day, 1))
    for (const event of loggedEvents(logs, day, repo)) add(event);
  return [...found.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.seq - b.seq);
}
