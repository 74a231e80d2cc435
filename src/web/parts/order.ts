import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';
import type { Frame } from '../frame.ts';

interface Order {
  name: 'pause' | 'resume' | 'retry' | 'cancel';
  words: string;
  work?: string;
  /** What it means; asked before it is done. */
  confirm?: string;
  /** The word of the button that does it. */
  sure?: string;
}

/** A button that tells the daemon something; with `confirm` it first says what that means. Works without a script. */
export function order(frame: Frame, { name, words, work, confirm, sure }: Order): Html {
  if (frame.readOnly !== null) return html``;
  const form = (button: string, kind: string) =>
    html`<form method="post" action="/orders/${name}" class="order">
      ${hidden(frame, work)}<button class="${kind}">${button}</button>
    </form>`;
  if (confirm === undefined) return form(words, '');
  return html`<details class="confirm" id="confirm-${name}">
    <summary class="button">${words}…</summary>
    <div class="ask">
      <p>${confirm}</p>
      ${form(sure ?? words, name === 'cancel' ? 'danger' : 'primary')}
    </div>
  </details>`;
}

export function hidden({ csrf, path }: Frame, work?: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" /><input
      type="hidden"
      name="back"
      value="${path}"
    />${work === undefined ? '' : html`<input type="hidden" name="work" value="${work}" />`}`;
}
