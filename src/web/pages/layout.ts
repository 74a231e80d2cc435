import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';
import type { Frame, Page } from '../frame.ts';
import { daemonState } from '../parts/daemon-state.ts';

const PLACES: readonly (readonly [path: string, name: string])[] = [
  ['/', 'Board'],
  ['/lane', 'Merge lane'],
  ['/costs', 'Costs'],
  ['/reports', 'Reports'],
  ['/health', 'Health'],
];

export function layout(frame: Frame, { title, body, work }: Page): Html {
  const { status, now, said, path, readOnly } = frame;
  const current = (place: string) => (place === path ? html`aria-current="page"` : '');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · autodev</title>
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="stylesheet" href="/assets/board.css" />
        <link rel="icon" href="/assets/icon.svg" />
        <script src="/assets/live.js" type="module"></script>
      </head>
      <body
        data-seq="${status.seq}"
        data-now="${new Date(now).toISOString()}"
        data-live
        ${work === undefined ? '' : html`data-work="${work}"`}
      >
        <a class="to-content" href="#main">Skip to the content</a>
        <header class="bar">
          <a class="brand" href="/">autodev</a>
          <nav aria-label="Pages">
            ${PLACES.map(([place, name]) => html`<a href="${place}" ${current(place)}>${name}</a>`)}
          </nav>
          <div id="daemon">${daemonState(frame)}</div>
        </header>
        <p id="connection" class="connection" role="alert"></p>
        <p id="announce" class="unseen" role="status"></p>
        ${said === null ? '' : html`<p class="said" role="status">${said}</p>`}
        ${readOnly === null ? '' : html`<p class="said quiet" role="note">${readOnly}</p>`}
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html>`;
}
