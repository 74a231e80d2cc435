import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';

/** What a session said and did. Everything in it was written by others: it is text. */
export function transcript(lines: readonly string[]): Html {
  const shown = lines.map((line) => html`<p class="${kindOf(line)}">${line}</p>`);
  return html`<div class="transcript" role="log" tabindex="0" aria-label="Transcript">${shown}</div>`;
}

function kindOf(text: string): string {
  if (text.startsWith('> ')) return 'tool';
  if (text.startsWith('! ')) return 'denied';
  return text.startsWith('# ') ? 'notice' : 'speech';
}
