import { html } from 'hono/html';
import type { Html } from './html.ts';

export interface Entry {
  at: string;
  html: Html;
}

/** Everything that happened, in one order of time. What happened at the same moment keeps its order. */
export function inOrder(entries: readonly Entry[]): Html[] {
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).map((entry) => entry.html);
}

/** Neighbours that belong together, as one group each: what would be noise line by line is one line. */
export function folded<T>(all: readonly T[], together: (last: T, next: T) => boolean): T[][] {
  const groups: T[][] = [];
  for (const each of all) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && together(last, each)) group.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Labels that came and went, in one line. */
export function labelWords(added: readonly string[], removed: readonly string[]): string {
  const said = [
    added.length === 0 ? [] : [`labeled ${added.join(', ')}`],
    removed.length === 0 ? [] : [`unlabeled ${removed.join(', ')}`],
  ];
  return said.flat().join('; ');
}

/** Somebody's words, with who said what of it when. */
export function saying(author: string, what: string | Html, at: Html, body: Html | null): Html {
  return html`<div class="box">
    <div class="head"><b>${author}</b> <span class="dim">${what} ${at}</span></div>
    ${body === null ? '' : html`<div class="words">${body}</div>`}
  </div>`;
}
