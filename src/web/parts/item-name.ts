import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';

const KINDS: Readonly<Record<string, string>> = { issue: 'Issue', pr: 'PR', merge: 'Merge' };

/** `Issue #42`, as people call it. */
export function itemName({ type, number }: { type: string; number: number }): string {
  return `${KINDS[type] ?? type} #${number}`;
}

/** Where the page of an item is. Its id is made of checked characters only. */
export function itemPath(id: string): string {
  const [type = '', repo = '', number = ''] = id.split(':');
  return `/items/${type}/${repo}/${number}`;
}

/** Its title as a link to its page, with kind, number and repository below. */
export function itemTitle(item: {
  id: string;
  type: string;
  repo: string;
  number: number;
  title: string;
}): Html {
  return html`<a class="title" href="${itemPath(item.id)}">${item.title || itemName(item)}</a>
    <div class="dim small">${itemName(item)} · ${item.repo}</div>`;
}
