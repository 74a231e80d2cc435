import { html } from 'hono/html';
import type { FindingDetail, Verdict } from '../../api/board/item-details.ts';
import type { Html } from '../../render/html/html.ts';
import { markdown } from '../../render/html/markdown.ts';
import { moment } from '../../render/html/moment.ts';

export function verdicts(all: readonly Verdict[], now: number): Html {
  if (all.length === 0) return html`<div class="box empty">No session has given a verdict yet.</div>`;
  return html`${all.map(
    ({ step, round, verdict, summary, confidence, at }) =>
      html`<div class="box">
        <div class="head">
          <span class="state ${verdict}">${verdict.replaceAll('_', ' ')}</span>
          <b>${step}</b>${round === 0 ? '' : ` (round ${round + 1})`}
          <span class="dim"
            >${confidence === null ? '' : `${Math.round(confidence * 100)} % sure · `}${moment(at, now)}</span
          >
        </div>
        <div class="words">${markdown(summary)}</div>
      </div>`,
  )}`;
}

const STATES: Readonly<Record<FindingDetail['state'], string>> = {
  open: 'open',
  fixed: 'fixed',
  wont_fix: 'won’t fix',
};

/** The worst first, the open before the settled. */
export function findings(all: readonly FindingDetail[]): Html {
  if (all.length === 0) return html``;
  const order = ['must', 'should', 'info'];
  const sorted = all.toSorted(
    (a, b) =>
      Number(a.state !== 'open') - Number(b.state !== 'open') ||
      order.indexOf(a.severity) - order.indexOf(b.severity),
  );
  return html`<div class="box wide" tabindex="0" role="region" aria-label="Findings">
    <table>
      <thead>
        <tr>
          <th>Severity</th>
          <th>State</th>
          <th>Where</th>
          <th>Finding</th>
        </tr>
      </thead>
      <tbody>
        ${sorted.map(
          ({ severity, state, path, line, body, category, round }) =>
            html`<tr>
              <td><span class="state ${state === 'open' ? severity : 'done'}">${severity}</span></td>
              <td>${STATES[state]}</td>
              <td>
                <code>${path}:${line}</code><br /><span class="dim small"
                  >${category}, round ${round + 1}</span
                >
              </td>
              <td class="reason words">${markdown(body)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
