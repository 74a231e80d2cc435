import { html } from 'hono/html';
import { eventLine } from '../../render/event-line.ts';
import type { Html } from '../../render/html/html.ts';
import { clockTime } from '../../render/html/moment.ts';
import type { RecordedEvent } from '../../work/events.ts';
import { parseWorkId } from '../../work/ids.ts';
import { itemName, itemPath } from './item-name.ts';

const WRONG: ReadonlySet<string> = new Set([
  'error',
  'step.failed',
  'repo.failed',
  'config.rejected',
  'check.red',
]);

/** What happened, newest first. */
export function activity(events: readonly RecordedEvent[]): Html {
  const lines = events.flatMap((event) => {
    const line = eventLine(event);
    return line === undefined ? [] : [entry(event, line)];
  });
  if (lines.length === 0) return html`<p class="dim">Nothing has happened yet today.</p>`;
  return html`<ol class="activity" id="activity" reversed>
    ${lines.toReversed()}
  </ol>`;
}

function entry(event: RecordedEvent, line: string): Html {
  const work = 'work' in event ? event.work : null;
  const who = work === null ? '' : html`<a href="${itemPath(work)}">${itemName(parseWorkId(work))}</a> `;
  return html`<li id="e${event.seq}">
    ${clockTime(event.at)}<span class="${WRONG.has(event.type) ? 'wrong' : ''}">${who}${line}</span>
  </li>`;
}
