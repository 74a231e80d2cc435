import { html } from 'hono/html';
import type { Status } from '../../api/status.ts';
import type { Html } from '../../render/html/html.ts';
import { moment } from '../../render/html/moment.ts';

/** What keeps the whole program from working as one expects. */
export function notices(status: Status, now: number): Html {
  const { daemon, resting, not_in_force: idle, repositories, pending_commands: left } = status;
  const all: Html[] = [
    ...(daemon.config_refused === null
      ? []
      : [html`The changed config.yaml is not in force: ${daemon.config_refused}`]),
    ...(daemon.paused && daemon.state !== 'paused'
      ? [html`Paused: nothing new begins until <code>autodev resume</code>`]
      : []),
    ...resting.map(
      ({ agent, until, because, told }) =>
        html`${agent} ${told ? 'rests until' : 'cannot work, asked again'} ${moment(until, now)}: ${because}`,
    ),
    ...repositories.flatMap(({ name, last_error: error }) =>
      error === null ? [] : [html`${name}: ${error}`],
    ),
    ...idle.map((message) => html`${message}`),
    ...(left === 0 ? [] : [html`${left === 1 ? '1 command waits' : `${left} commands wait`} for the daemon`]),
  ];
  if (all.length === 0) return html``;
  return html`<ul class="notices">
    ${all.map((notice) => html`<li>${notice}</li>`)}
  </ul>`;
}
