import { html } from 'hono/html';
import type { DayReport, ReportShelf, Suggestion } from '../../api/board/report-shelf.ts';
import type { Html } from '../../render/html/html.ts';
import { link } from '../../render/html/link.ts';
import { markdown } from '../../render/html/markdown.ts';
import type { Frame, Page } from '../frame.ts';

/** The daily reports, and what was suggested: accepted or not. */
export function reportsPage(_frame: Frame, { days, suggestions }: ReportShelf): Page {
  const body = html`<h1>Reports</h1>
    ${
      days.length === 0
        ? html`<div class="box empty">
            No report yet. One is made for each repository and day with work, at
            <code>daemon.daily_report_hour</code>; <code>autodev report</code> makes one now.
          </div>`
        : days.map(dayReport)
    }
    <h2>Suggestions</h2>
    ${suggestions.length === 0 ? html`<div class="box empty">Nothing was suggested yet.</div>` : suggested(suggestions)}`;
  return { title: 'Reports', body };
}

function dayReport({ date, repo, text }: DayReport, at: number): Html {
  return html`<details class="box" ${at === 0 ? 'open' : ''} id="${repo}-${date}">
    <summary class="head"><b>${date}</b> <span class="dim">${repo}</span></summary>
    <div class="words">${markdown(text)}</div>
  </details>`;
}

const LOOK: Readonly<Record<Suggestion['state'], string>> = {
  proposed: 'question',
  accepted: 'done',
  refused: 'failed',
};

function suggested(all: readonly Suggestion[]): Html {
  return html`<div class="box wide" tabindex="0" role="region" aria-label="Suggestions">
    <table>
      <thead>
        <tr>
          <th>State</th>
          <th>For</th>
          <th>Reason</th>
          <th>From</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          ({ state, target_file: file, reason, from, url }) =>
            html`<tr>
              <td><span class="state ${LOOK[state]}">${state}</span></td>
              <td><code>${file}</code></td>
              <td class="reason">${reason}</td>
              <td>${url === null ? from : link(url, from)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
