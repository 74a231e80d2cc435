import { html } from 'hono/html';
import type { EffectDetail } from '../../api/board/item-details.ts';
import type { Html } from '../../render/html/html.ts';
import { link } from '../../render/html/link.ts';
import { moment } from '../../render/html/moment.ts';

/** Every write to the forge, with its link. */
export function effects(all: readonly EffectDetail[], now: number): Html {
  if (all.length === 0)
    return html`<div class="box empty">Nothing was written to the forge for it yet.</div>`;
  return html`<div class="box wide" tabindex="0" role="region" aria-label="Written to the forge">
    <table>
      <thead>
        <tr>
          <th>What</th>
          <th>Of</th>
          <th>State</th>
          <th>When</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          ({ kind, target, status, at, url }) =>
            html`<tr>
              <td>${url === null ? kind : link(url, kind)}</td>
              <td class="reason"><code>${target}</code></td>
              <td>
                ${status === 'done' ? html`<span class="good">done</span>` : html`<span class="bad">announced, outcome not known yet</span>`}
              </td>
              <td>${moment(at, now)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
