import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';

/** How much of a whole is used, as a bar: amber from four fifths on, red when there is nothing left. */
export function meter(used: number, whole: number, label: string): Html {
  const share = whole <= 0 ? 1 : Math.min(1, Math.max(0, used / whole));
  const kind = share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'fine';
  return html`<svg
    class="meter ${kind}"
    viewBox="0 0 100 6"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
  >
    <rect class="whole" width="100" height="6" rx="3" />
    <rect class="used" width="${(share * 100).toFixed(1)}" height="6" rx="3" />
  </svg>`;
}
