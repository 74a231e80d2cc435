import { html } from 'hono/html';
import type { AskedQuestion } from '../../api/questions.ts';
import type { Html } from '../../render/html/html.ts';
import { markdown } from '../../render/html/markdown.ts';
import { moment } from '../../render/html/moment.ts';
import type { Frame } from '../frame.ts';
import { hidden } from './order.ts';

/** A question as it was asked, and the answers it takes: a button each, and a field where it takes words. */
export function questionForm(frame: Frame, work: string, question: AskedQuestion): Html {
  const { id, text, options, free, expires_at: expires } = question;
  const takesWords = free || options.length === 0;
  return html`<section class="asked" id="q-${id}" aria-label="Question">
    <div class="words plain">${markdown(text)}</div>
    ${expires === null ? '' : html`<p class="dim small">open until ${moment(expires, frame.now)}</p>`}
    ${
      frame.readOnly === null
        ? html`${options.length === 0 ? '' : html`<div class="actions">${options.map((option) => choice(frame, work, id, option))}</div>`}
          ${takesWords ? words(frame, work, id) : ''}`
        : html`<p>Answer it with <code>autodev answer ${work}</code></p>`
    }
  </section>`;
}

function choice(frame: Frame, work: string, question: string, option: string): Html {
  return html`<form method="post" action="/orders/answer" class="order">
    ${hidden(frame, work)}<input type="hidden" name="question" value="${question}" /><button
      name="text"
      value="${option}"
    >
      ${option}
    </button>
  </form>`;
}

function words(frame: Frame, work: string, question: string): Html {
  return html`<form method="post" action="/orders/answer" class="answer">
    ${hidden(frame, work)}<input type="hidden" name="question" value="${question}" />
    <label>Your answer<textarea name="text" required rows="2"></textarea></label>
    <button class="primary">Answer</button>
  </form>`;
}

/** What became of a question that is not open any more. */
export function settledQuestion(question: AskedQuestion, now: number): Html {
  const { text, state, answer, answered_by: by, withdrawn_because: why, asked_at: asked } = question;
  const end =
    state === 'answered'
      ? html`<b>${answer}</b> <span class="dim">by ${by}</span>`
      : html`<span class="dim">withdrawn: ${why}</span>`;
  return html`<li>
    <span class="dim">${moment(asked, now)}</span>
    <div class="words plain">${markdown(text)}</div>
    ${end}
  </li>`;
}
