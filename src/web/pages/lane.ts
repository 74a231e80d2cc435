import { html } from 'hono/html';
import type { BaseLane, Lane } from '../../api/board/lane.ts';
import type { Html } from '../../render/html/html.ts';
import { moment } from '../../render/html/moment.ts';
import { itemPath } from '../parts/item-name.ts';
import type { Frame, Page } from '../frame.ts';

/** What is on its way into each branch: the order, what each waits for, which pairs conflict. */
export function lanePage({ now }: Frame, { lanes }: Lane): Page {
  const body = html`<h1>Merge lane</h1>
    ${
      lanes.length === 0
        ? html`<div class="box empty">
            Nothing is on its way into a branch. Approved pull requests stand here in the order they merge; a
            repository merges by itself with <code>auto_merge: true</code>.
          </div>`
        : lanes.map((lane) => baseLane(lane, now))
    }`;
  return { title: 'Merge lane', body };
}

function baseLane({ repo, base, entries, conflicts, unknown }: BaseLane, now: number): Html {
  return html`<h2>${repo} <span class="num">into ${base}</span></h2>
    <div class="box wide" tabindex="0" role="region" aria-label="Merges into ${base} of ${repo}">
      <table>
        <thead>
          <tr>
            <th class="right">Place</th>
            <th>Pull request</th>
            <th>State</th>
            <th>Waits for</th>
          </tr>
        </thead>
        <tbody>
          ${entries.map(
            ({ item }, at) =>
              html`<tr id="${item.id}">
                <td class="right">${at + 1}</td>
                <td>
                  <a class="title" href="${itemPath(item.id)}">${item.title}</a>
                  <span class="num">#${item.number}</span>
                </td>
                <td>
                  ${item.running ? html`<span class="state running"><span class="dot"></span>${item.phase ?? 'running'}</span>` : html`<span class="state">${item.phase ?? item.type}</span>`}
                </td>
                <td class="reason">
                  ${item.waiting?.reason ?? (at === 0 ? 'nothing' : 'those before it')}${
                    item.waiting?.until ? html` · ${moment(item.waiting.until, now)}` : ''
                  }
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${pairs({ conflicts, unknown })}`;
}

function pairs({ conflicts, unknown }: Pick<BaseLane, 'conflicts' | 'unknown'>): Html {
  if (unknown !== null) return html`<p class="dim">Which of them conflict is not known: ${unknown}</p>`;
  if (conflicts.length === 0) return html`<p class="dim">No two of them conflict.</p>`;
  return html`<ul>
    ${conflicts.map(
      ({ first, second, files }) =>
        html`<li>
          <b>#${first}</b> and <b>#${second}</b> conflict in
          ${files.map((file) => html`<code>${file}</code> `)}
        </li>`,
    )}
  </ul>`;
}
