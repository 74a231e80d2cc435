import { html } from 'hono/html';
import type { ItemDetails } from '../../api/board/item-details.ts';
import type { Html } from '../../render/html/html.ts';
import { link } from '../../render/html/link.ts';
import { moment } from '../../render/html/moment.ts';
import { parseWorkId } from '../../work/ids.ts';
import { dollars } from '../parts/dollars.ts';
import { effects } from '../parts/effects.ts';
import { findings, verdicts } from '../parts/verdicts.ts';
import { itemName, itemPath } from '../parts/item-name.ts';
import { order } from '../parts/order.ts';
import { questionForm, settledQuestion } from '../parts/question-form.ts';
import { timeline } from '../parts/timeline.ts';
import { transcript } from '../parts/transcript.ts';
import type { Frame, Page } from '../frame.ts';

/** Everything about one item: why it stands where it stands, what it asks, what was done, said, found and written. */
export function itemPage(frame: Frame, details: ItemDetails): Page {
  const { why, url } = details;
  const { id } = why;
  const parts = parseWorkId(id);
  const name = itemName(parts);
  const path = itemPath(id);
  const body = html`<p class="crumbs"><a href="/">Board</a> / ${parts.repo}</p>
    <h1>${why.title || name} <span class="num">${name}</span></h1>
    <p>
      <span class="state ${why.state}">${why.state}</span> ${why.phase ?? ''}
      ${(why.labels ?? []).map((label) => html`<span class="label">${label}</span> `)}
      ${url === null ? '' : link(url, 'Open on the forge')}
    </p>
    ${explained(details, frame.now)} ${actions(frame, details)} ${asked(frame, details)}
    <nav class="jump" aria-label="On this page">
      <a href="#timeline">Timeline</a><a href="#verdicts">Verdicts</a><a href="#effects">Effects</a
      ><a href="${path}/changes">Changes</a>
    </nav>
    ${running(details)}
    <h2 id="timeline">Timeline</h2>
    ${timeline(details.timeline, { now: frame.now, sessionPath: (nth) => `${path}/sessions/${nth}` })}
    <h2 id="verdicts">Verdicts and findings</h2>
    ${verdicts(details.verdicts, frame.now)} ${findings(details.findings)}
    <h2 id="effects">Written to the forge</h2>
    ${effects(details.effects, frame.now)}`;
  return { title: `${name} ${why.title}`, body, work: id };
}

function explained({ why }: ItemDetails, now: number): Html {
  const fact = (name: string, value: Html | string | null) =>
    value === null
      ? ''
      : html`<dt>${name}</dt>
          <dd>${value}</dd>`;
  return html`<dl class="why">
    ${fact('Why', why.because)} ${fact('Waits for', why.waits_for)}
    ${fact('Wakes', why.wakes_at === null ? null : moment(why.wakes_at, now))} ${fact('Next', why.next)}
    ${fact('Failures', why.failures === 0 ? null : `${why.failures}; last: ${why.last_error ?? ''}`)}
    ${fact('Cost', dollars(why.cost_usd))}
  </dl>`;
}

function actions(frame: Frame, { why }: ItemDetails): Html {
  const { id, state } = why;
  const over = state === 'done' || state === 'skip' || state === 'dropped';
  return html`<div class="actions">
    ${state === 'running' || state === 'done' ? '' : order(frame, { name: 'retry', words: 'Retry', work: id })}
    ${
      over
        ? ''
        : order(frame, {
            name: 'cancel',
            words: 'Cancel',
            work: id,
            confirm:
              'What is being done on it ends, and it is left to you (autodev:skip). What was spent stays spent.',
            sure: 'Cancel this item',
          })
    }
  </div>`;
}

function asked(frame: Frame, { why, questions }: ItemDetails): Html {
  const open = questions.filter(({ state }) => state === 'open');
  const settled = questions.filter(({ state }) => state !== 'open');
  if (questions.length === 0) return html``;
  return html`<div id="questions">
    ${open.map((question) => questionForm(frame, why.id, question))}
    ${
      settled.length === 0
        ? ''
        : html`<details>
            <summary>
              ${settled.length === 1 ? '1 earlier question' : `${settled.length} earlier questions`}
            </summary>
            <ul>
              ${settled.map((question) => settledQuestion(question, frame.now))}
            </ul>
          </details>`
    }
  </div>`;
}

/** What the running session says, as it says it. */
function running({ tail }: ItemDetails): Html {
  if (tail.length === 0) return html``;
  return html`<h2 id="session">The running session</h2>
    ${transcript(tail.map(({ text }) => text))}`;
}
