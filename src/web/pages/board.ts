import { html } from 'hono/html';
import type { BoardGroup, Snapshot } from '../../api/board/snapshot.ts';
import type { Html } from '../../render/html/html.ts';
import { activity } from '../parts/activity.ts';
import { dollars } from '../parts/dollars.ts';
import { itemRow } from '../parts/item-row.ts';
import { meter } from '../parts/meter.ts';
import { notices } from '../parts/notices.ts';
import { repositories } from '../parts/repositories.ts';
import type { Frame, Page } from '../frame.ts';

/** What needs me, what runs, what waits and for what, what came out today; per repository; cost against the budget. */
export function boardPage(frame: Frame, board: Snapshot): Page {
  const { now, status } = frame;
  const rows = (group: BoardGroup) =>
    board.items.filter((item) => item.group === group).map((item) => itemRow(item, now));
  const [person, running, waiting, failed, done] = [
    rows('person'),
    rows('running'),
    rows('waiting'),
    rows('failed'),
    rows('done'),
  ];
  const body = html`<h1 class="unseen">Board</h1>
    ${stats(frame, { person, running, waiting, done })} ${notices(status, now)}
    <div class="columns">
      <div>
        ${section('Needs you', person, 'Nothing. When an item asks or is left to you, it stands here.')}
        ${section('Running', running, idle(frame))}
        ${section('Waiting', waiting, 'Nothing is queued or waits for its time.')}
        ${failed.length === 0 ? '' : section('Failed or left to you', failed, '')}
        ${section('Came out today', done, 'Nothing yet today.')}
      </div>
      <section aria-labelledby="activity-head">
        <h2 id="activity-head">Activity</h2>
        ${activity(board.events)}
      </section>
    </div>
    <h2>Repositories</h2>
    ${repositories(status, now)}`;
  return { title: person.length === 0 ? 'Board' : `(${person.length}) Board`, body };
}

function section(name: string, rows: readonly Html[], empty: string | Html): Html {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}-head" id="${id}">
    <h2 id="${id}-head">${name} <span class="count">${rows.length}</span></h2>
    ${
      rows.length === 0
        ? html`<div class="box empty">${empty}</div>`
        : html`<ul class="list">
            ${rows}
          </ul>`
    }
  </section>`;
}

/** What to do next when nothing runs. */
function idle({ status: { daemon, repositories: repos } }: Frame): Html {
  if (repos.length === 0) return html`No repository yet. Add one: <code>autodev repo add URL</code>`;
  if (daemon.state === 'stopped')
    return html`The daemon is not running. Start it: <code>autodev start -d</code>`;
  if (daemon.state === 'paused') return html`The daemon is paused; nothing new begins.`;
  return html`Nothing runs. The next scan finds new issues and pull requests.`;
}

function stats(
  { status }: Frame,
  rows: Record<'person' | 'running' | 'waiting' | 'done', readonly Html[]>,
): Html {
  const { today_usd: today, per_day_usd: limit } = status.costs;
  const stat = (kind: string, name: string, value: string | number, more: Html | string = '') =>
    html`<div class="stat ${value === 0 ? '' : kind}">
      <dt>${name}</dt>
      <dd><b>${value}</b>${more}</dd>
    </div>`;
  const budget =
    limit === null
      ? ''
      : html` <span class="dim small">of ${dollars(limit)}</span>
          ${meter(today, limit, `${dollars(today)} of ${dollars(limit)} spent today`)}`;
  return html`<dl class="stats">
    ${stat('asks', 'Needs you', rows.person.length)} ${stat('runs', 'Running', rows.running.length)}
    ${stat('', 'Waiting', rows.waiting.length)} ${stat('out', 'Came out today', rows.done.length)}
    ${stat('', 'Cost today', dollars(today), budget)}
  </dl>`;
}
