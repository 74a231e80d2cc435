import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { socketPath } from '../../src/api/control/ask.ts';
import { serveSocket } from '../../src/host/net/serve-socket.ts';
import { openTerminal } from '../support/tmux.ts';
import { tmpdir } from '../support/tmpdir.ts';
import { openDay } from './day.ts';
import { terminalSvg } from './terminal-svg.ts';

const SIZE = { columns: 100, rows: 30 };

/** `autodev dashboard` in a real terminal, on the day that the pictures show. */
export async function dashboardPicture(): Promise<string> {
  await using tmp = await tmpdir();
  const home = join(tmp.path, 'home');
  await mkdir(home, { mode: 0o700 });
  await using day = await openDay(home);
  const { source } = day;
  const app = new Hono();
  app.get('/snapshot', async (c) => c.json(await source.board(await source.status())));
  // Nothing more happens on this day.
  app.get(
    '/events',
    () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
  );
  const socket = await serveSocket(socketPath(home), app.fetch);
  try {
    await using terminal = await openTerminal({
      folder: tmp.path,
      home,
      ...SIZE,
      env: { TERM: 'xterm-256color' },
    });
    await terminal.autodev('dashboard');
    // The last row is drawn last.
    await terminal.sees(/● daemon running[\s\S]*asks you[\s\S]*┘\n Let customers pay by invoice · /);
    const rows = await terminal.painted();
    return terminalSvg('autodev dashboard', SIZE.columns, [{ rows, secs: 1 }]);
  } finally {
    await socket.close();
  }
}
