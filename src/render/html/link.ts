import { html } from 'hono/html';
import type { Html } from './html.ts';

const HERE = 'http://here.invalid';

/** To a place on these pages or to http(s) elsewhere. Asked of the parser that a browser uses: `/\\host` leaves too. */
export function isSafeTarget(target: string): boolean {
  if (target.startsWith('#')) return true;
  if (target.startsWith('/')) return URL.parse(target, HERE)?.origin === HERE && !target.includes('\\');
  return /^https?:\/\//i.test(target) && /^https?:$/.test(URL.parse(target)?.protocol ?? '');
}

/** The one place where an address that others wrote becomes a link; where it may not, only its words are shown. */
export function link(target: string, words: string | Html): Html {
  if (!isSafeTarget(target)) return html`${words}`;
  return html`<a href="${target}" rel="nofollow noreferrer">${words}</a>`;
}
