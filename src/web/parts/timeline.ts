import { html } from 'hono/html';
import type { ItemDetails } from '../../api/board/item-details.ts';
import type { Html } from '../../render/html/html.ts';
import { clockTime } from '../../render/html/moment.ts';
import { span } from '../../render/moments.ts';
import { dollars } from './dollars.ts';

type Entry = ItemDetails['timeline'][number];

/**
 * Phases, steps and sessions in the order they began, with durations and dollars. What goes on or waits for a person
 * stands in it; what failed is never folded away. `sessionPath` leads to the transcript of the nth session.
 */
export function timeline(
  entries: readonly Entry[],
  { now, sessionPath }: { now: number; sessionPath: (nth: number) => string },
): Html {
  if (entries.length === 0)
    return html`<div class="box empty">Nothing has happened to it yet. The next scan takes it up.</div>`;
  let sessions = 0;
  return html`<ol class="timeline">
    ${entries.map((entry) => {
      if (entry.kind === 'session') sessions += 1;
      return line(entry, now, entry.kind === 'session' ? sessionPath(sessions) : undefined);
    })}
  </ol>`;
}

function line(entry: Entry, now: number, transcript: string | undefined): Html {
  const { seq, kind, state, at, text } = entry;
  return html`<li id="t${seq}" class="${kind} ${LOOK[state]}">
    <div class="line">
      <div>
        ${title(entry)}
        ${text === '' || kind === 'phase' ? '' : html`<span class="${state === 'failed' ? 'wrong' : 'dim'}">${text}</span>`}
        ${transcript === undefined ? '' : html`<a href="${transcript}" class="small">transcript</a>`}
      </div>
      <div class="facts">${facts(entry, now)} <span>${clockTime(at)}</span></div>
    </div>
  </li>`;
}

const LOOK: Readonly<Record<Entry['state'], string>> = {
  running: 'runs',
  done: 'finished',
  failed: 'wrong',
  again: 'again',
  open: 'asks',
};

function title({ kind, name, round, agent, model, state }: Entry): Html {
  const again = round === 0 ? '' : ` (round ${round + 1})`;
  if (kind === 'session')
    return html`<b>${agent ?? 'session'}</b> <span class="dim">${model ?? ''} on ${name}</span>`;
  if (kind === 'end') return html`<span class="state ${name}">${name}</span>`;
  return html`<b>${name}${again}</b>${state === 'running' ? html` <span class="dim">goes on</span>` : ''}`;
}

function facts({ duration_ms: duration, cost_usd: cost, state, at }: Entry, now: number): Html {
  const lasted =
    duration !== null
      ? span(duration / 1_000)
      : state === 'running'
        ? html`<time datetime="${at}" data-since>${span(Math.max(0, now - Date.parse(at)) / 1_000)}</time>`
        : '';
  return html`<span>${lasted}</span> <span>${cost === 0 ? '' : dollars(cost)}</span>`;
}
