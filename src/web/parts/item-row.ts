import { html } from 'hono/html';
import type { BoardItem } from '../../api/board/snapshot.ts';
import type { Html } from '../../render/html/html.ts';
import { moment } from '../../render/html/moment.ts';
import { dollars } from './dollars.ts';
import { itemPath, itemTitle } from './item-name.ts';

/** One item on the board: what it is, where it stands, what it cost, and why it does not go on. */
export function itemRow(item: BoardItem, now: number): Html {
  return html`<li id="${item.id}" class="${KIND[item.group]}">
    <div>${itemTitle(item)}</div>
    <div class="side">${standing(item)}<br /><span class="dim small">${facts(item, now)}</span></div>
    ${reason(item, now)}
  </li>`;
}

const KIND: Readonly<Record<BoardItem['group'], string>> = {
  person: 'asks',
  running: 'runs',
  waiting: 'waits',
  failed: 'fails',
  done: 'out',
};

function standing({ group, phase, question, left }: BoardItem): Html {
  if (group === 'running')
    return html`<span class="state running"><span class="dot"></span>${phase ?? 'running'}</span>`;
  if (question !== null) return html`<span class="state question">question</span>`;
  if (left !== null) return html`<span class="state ${left.outcome}">${left.outcome}</span>`;
  return html`<span class="state">${phase ?? 'waiting'}</span>`;
}

function facts({ cost_usd: cost, left, queued_at: queued, failures }: BoardItem, now: number): Html {
  const since = left?.at ?? queued;
  const failed = failures === 0 ? '' : html` · ${failures} failed`;
  return html`${dollars(cost)}${failed}${since === null ? '' : html` · ${moment(since, now)}`}`;
}

function reason({ id, question, left, waiting, running }: BoardItem, now: number): Html {
  if (question !== null)
    return html`<div class="reason">${question.text} <a href="${itemPath(id)}#questions">Answer it</a></div>`;
  if (left !== null) return html`<div class="reason">${left.reason}</div>`;
  if (running || waiting === null) return html``;
  const wakes = waiting.until === null ? '' : html` · ${moment(waiting.until, now)}`;
  return html`<div class="reason">waits: ${waiting.reason}${wakes}</div>`;
}
