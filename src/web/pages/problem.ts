import { html } from 'hono/html';
import type { AutodevError, ErrorCode } from '../../work/errors.ts';
import type { Refusal } from '../door.ts';
import type { Page } from '../frame.ts';

/** How an error of the program is told over HTTP. */
export function statusOf(code: ErrorCode): 400 | 404 | 409 | 500 {
  if (code === 'not_found') return 404;
  if (code === 'invalid_input' || code === 'usage') return 400;
  return code === 'failed' ? 500 : 409;
}

/** What happened, why, and what to do. */
export function problemPage({ message, why, hint }: AutodevError): Page {
  return {
    title: message,
    body: html`<h1>${message}</h1>
      ${why === undefined ? '' : html`<p>${why}</p>`}
      ${hint === undefined ? '' : html`<p class="dim">${hint}</p>`}
      <p><a href="/">Back to the board</a></p>`,
  };
}

/** For somebody we do not know: says nothing of what is here. */
export async function refusalPage({ status, why }: Refusal): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${status} · autodev</title>
        <link rel="stylesheet" href="/assets/style.css" />
      </head>
      <body>
        <main>
          <h1>${status}: ${why}</h1>
          <p>On the machine it runs on, <code>autodev dashboard --web</code> prints its address.</p>
        </main>
      </body>
    </html>`;
  return new Response(String(page), { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
