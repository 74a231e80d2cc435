import { html } from 'hono/html';
import type { Health, HealthCheck } from '../../api/board/health.ts';
import type { Html } from '../../render/html/html.ts';
import { moment } from '../../render/html/moment.ts';
import type { Frame, Page } from '../frame.ts';

/** Agents, box, forge, webhook, and the last look at each repository. */
export function healthPage({ now, status }: Frame, { checks }: Health): Page {
  const parts = Map.groupBy(checks, ({ part }) => part);
  const { daemon } = status;
  const body = html`<h1>Health</h1>
    <p class="dim">
      autodev
      ${daemon.version}${daemon.pid === null ? '' : html`, process ${daemon.pid}`}${
        daemon.started_at === null ? '' : html`, started ${moment(daemon.started_at, now)}`
      },
      home <code>${daemon.home}</code>
    </p>
    ${[...parts].map(([part, each]) => section(part, each, now))}`;
  return { title: 'Health', body };
}

const LOOK: Readonly<Record<HealthCheck['state'], string>> = { good: 'done', wrong: 'failed', unknown: '' };
const WORD: Readonly<Record<HealthCheck['state'], string>> = {
  good: 'well',
  wrong: 'wrong',
  unknown: 'not known',
};

function section(part: string, checks: readonly HealthCheck[], now: number): Html {
  return html`<h2>${part}</h2>
    <div class="box">
      <table class="checks">
        <thead class="unseen">
          <tr>
            <th>Name</th>
            <th>State</th>
            <th>What is known</th>
          </tr>
        </thead>
        <tbody>
          ${checks.map(
            ({ name, state, text, until }) =>
              html`<tr>
                <td><b>${name}</b></td>
                <td><span class="state ${LOOK[state]}">${WORD[state]}</span></td>
                <td>${text}${until === null ? '' : html` · ${moment(until, now)}`}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
