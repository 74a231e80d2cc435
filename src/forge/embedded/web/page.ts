import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';

/** Nothing on these pages runs, loads from elsewhere, or can be framed: what they show was written by others. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

export async function sendHtml(
  title: string,
  path: readonly [string, string][],
  body: Html,
  status = 200,
  extra: Record<string, string> = {},
): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · autodev forge</title>
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="icon" href="/assets/avatar.svg" />
      </head>
      <body>
        <header class="place">
          <a href="/" class="home">autodev forge</a
          >${path.map(([name, href]) => html` <span class="sep">/</span> <a href="${href}">${name}</a>`)}
        </header>
        <main>${body}</main>
      </body>
    </html>`;
  return new Response(String(text), { status, headers: { ...HEADERS, ...extra } });
}
