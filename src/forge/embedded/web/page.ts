import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

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
        <link rel="stylesheet" href="/assets/forge.css" />
        <link rel="icon" href="/assets/avatar.svg" />
      </head>
      <body>
        <header>
          <a href="/" class="home">autodev forge</a
          >${path.map(([name, href]) => html` <span class="sep">/</span> <a href="${href}">${name}</a>`)}
        </header>
        <main>${body}</main>
      </body>
    </html>`;
  return new Response(String(text), { status, headers: { ...HEADERS, ...extra } });
}

export const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --dim: #59636e; --link: #0969da; --green: #1a7f37; --red: #cf222e; --purple: #8250df; --add: #dafbe1; --del: #ffebe9; --hunk: #ddf4ff; --bg: #fff; --ink: #1f2328; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #151b23; --dim: #9198a1; --link: #4493f8; --green: #3fb950; --red: #f85149; --purple: #ab7df8; --add: #12261e; --del: #25171c; --hunk: #121d2f; --bg: #0d1117; --ink: #f0f6fc; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--bg); }
header { padding: 12px 24px; border-bottom: 1px solid var(--line); background: var(--soft); }
main { max-width: 1100px; margin: 0 auto; padding: 8px 24px 64px; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
.home { font-weight: 600; color: var(--ink); } .sep, .dim { color: var(--dim); } .num { color: var(--dim); font-weight: 400; }
h1 { font-size: 24px; font-weight: 600; margin: 20px 0 8px; } h2 { font-size: 17px; margin: 28px 0 8px; }
table { border-collapse: collapse; width: 100%; } td { padding: 8px 10px; border-top: 1px solid var(--line); vertical-align: top; } td:first-child { width: 1%; white-space: nowrap; }
.box { border: 1px solid var(--line); border-radius: 6px; margin: 12px 0; overflow: hidden; } .box > .head { background: var(--soft); padding: 8px 12px; border-bottom: 1px solid var(--line); } .box > .head:last-child { border-bottom: 0; } .box tr:first-child td { border-top: 0; }
.words { padding: 4px 12px; overflow-wrap: anywhere; } .words p, .note p { white-space: pre-wrap; margin: 8px 0; } .words h3, .words h4, .words h5 { margin: 12px 0 4px; } pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; overflow-x: auto; } code { font: 13px ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: 1px 4px; } pre code { padding: 0; background: none; } blockquote { margin: 8px 0; padding: 0 12px; border-left: 3px solid var(--line); color: var(--dim); } th { text-align: left; padding: 8px 10px; } .empty { color: var(--dim); padding: 12px; }
.state { display: inline-block; border-radius: 12px; padding: 1px 10px; color: #fff; font-size: 13px; background: var(--green); } .state.closed { background: var(--red); } .state.merged { background: var(--purple); } .state.draft { background: var(--dim); }
.label { display: inline-block; border: 1px solid var(--line); border-radius: 10px; padding: 0 8px; font-size: 12px; }
.good { color: var(--green); } .bad { color: var(--red); }
.diff { font: 12px/1.6 ui-monospace, monospace; overflow-x: auto; } .diff div { white-space: pre; padding: 0 12px; min-width: max-content; } .diff .add { background: var(--add); } .diff .del { background: var(--del); } .diff .hunk { background: var(--hunk); color: var(--dim); }
.diff .ln { color: var(--dim); user-select: none; }
.thread { margin: 4px 0 12px 24px; }
.note { border-left: 3px solid var(--link); margin: 4px 12px; padding: 4px 10px; background: var(--soft); font: 14px/1.5 system-ui, sans-serif; white-space: normal; }
form { margin: 24px 0; } input, button { font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--bg); color: var(--ink); } input { width: 26em; max-width: 100%; }
`;
