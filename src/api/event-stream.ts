import type { RecordedEvent } from '../work/events.ts';

/** One event as a server-sent one; its sequence number is the id, so a reader can go on where it was cut off. */
export function eventText(event: RecordedEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Takes text as it comes, in pieces of any size, and calls back for each whole event. Comments are heartbeats. */
export function eventsIn(onEvent: (event: RecordedEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    rest += text;
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const data = block
        .split('\n')
        .flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
        .join('\n');
      if (data !== '') onEvent(JSON.parse(data) as RecordedEvent);
    }
  };
}
