import { html } from 'hono/html';
import type { SessionTranscript } from '../../api/board/session-transcript.ts';
import { moment } from '../../render/html/moment.ts';
import { span } from '../../render/moments.ts';
import { parseWorkId } from '../../work/ids.ts';
import { itemName, itemPath } from '../parts/item-name.ts';
import { transcript } from '../parts/transcript.ts';
import type { Frame, Page } from '../frame.ts';

/** What a session said and did, live while it runs. */
export function sessionPage({ now }: Frame, session: SessionTranscript): Page {
  const { id, nth, count, name, lines, errors, started_at: started, finished_at: finished } = session;
  const parts = parseWorkId(id);
  const item = itemName(parts);
  const to = (other: number, words: string) =>
    other < 1 || other > count ? '' : html`<a href="${itemPath(id)}/sessions/${other}">${words}</a> `;
  const code = session.exit_code === null ? '' : `, exit code ${session.exit_code}`;
  const body = html`<p class="crumbs">
      <a href="/">Board</a> / ${parts.repo} / <a href="${itemPath(id)}">${item}</a>
    </p>
    <h1>${name} <span class="num">session ${nth} of ${count}</span></h1>
    <p>
      ${
        finished === null
          ? html`<span class="state running"><span class="dot"></span>running</span> for
              <time datetime="${started}" data-since>${span((now - Date.parse(started)) / 1_000)}</time>`
          : html`<span class="dim"
              >${moment(started, now)},
              ${span((Date.parse(finished) - Date.parse(started)) / 1_000)}${code}</span
            >`
      }
      ${to(nth - 1, '← earlier')} ${to(nth + 1, 'later →')}
    </p>
    ${lines.length === 0 ? html`<div class="box empty">It has said nothing ${finished === null ? 'yet' : 'that was kept'}.</div>` : transcript(lines)}
    ${
      errors === ''
        ? ''
        : html`<h2>On its error stream</h2>
            ${transcript(errors.split('\n'))}`
    }
    ${finished === null ? html`<div data-follow></div>` : ''}`;
  return { title: `${item}, session ${nth}`, body, work: id };
}
