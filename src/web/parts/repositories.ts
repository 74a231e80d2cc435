import { html } from 'hono/html';
import type { RepositoryStatus, Status } from '../../api/status.ts';
import type { Html } from '../../render/html/html.ts';
import { moment } from '../../render/html/moment.ts';
import { dollars } from './dollars.ts';

/** The same numbers as `autodev status`. */
export function repositories({ repositories: all }: Status, now: number): Html {
  if (all.length === 0)
    return html`<div class="box empty">None yet. Add one: <code>autodev repo add URL</code></div>`;
  return html`<div class="box wide" tabindex="0" role="region" aria-label="Repositories">
    <table>
      <thead>
        <tr>
          <th>Repository</th>
          <th>State</th>
          ${['Queued', 'Running', 'Done', 'Skipped', 'Failed', 'Today'].map((name) => html`<th class="right">${name}</th>`)}
          <th>Scanned</th>
        </tr>
      </thead>
      <tbody>
        ${all.map((repo) => row(repo, now))}
      </tbody>
    </table>
  </div>`;
}

function row(repo: RepositoryStatus, now: number): Html {
  const { queued, running, done, skipped, failed } = repo;
  return html`<tr>
    <td><b>${repo.name}</b></td>
    <td>${stateOf(repo)}</td>
    ${[queued, running, done, skipped, failed].map((count) => html`<td class="right">${count}</td>`)}
    <td class="right">${dollars(repo.cost_today_usd)}</td>
    <td>${repo.last_scan === null ? html`<span class="dim">never</span>` : moment(repo.last_scan, now)}</td>
  </tr>`;
}

function stateOf({ last_error: error, enabled, origin }: RepositoryStatus): Html {
  if (!enabled) return html`<span class="dim">${origin === 'taken_out' ? 'stopped' : 'disabled'}</span>`;
  return error === null ? html`<span class="good">enabled</span>` : html`<span class="bad">failing</span>`;
}
