import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTerminal, type Terminal } from '../support/tmux.ts';
import { tmpdir } from '../support/tmpdir.ts';
import { demoWords } from './pictures.ts';
import { terminalSvg, type Screen } from './terminal-svg.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const SIZE = { columns: 80, rows: 34 };
const LOOK_MS = 500;
/** The demo takes half a minute; whoever waits longer than this waits in vain. */
const LOOKS = 600;
/** How long the last screen stands, to be read. */
const REST_SECS = 6;

/** The demo in a real terminal, screen by screen, and the words it ends with. */
export async function recordDemo(): Promise<{ svg: string; words: string }> {
  await using tmp = await tmpdir();
  const home = join(tmp.path, 'home');
  await using terminal = await openTerminal({
    folder: tmp.path,
    home,
    ...SIZE,
    env: { TERM: 'xterm-256color', PS1: '' },
  });
  await terminal.type(`clear; ${process.execPath} --no-warnings ${MAIN} demo; read end`);
  await terminal.press('Enter');
  const screens = await watched(terminal, /your repository on GitHub/);
  const last = screens.at(-1);
  if (last !== undefined) last.secs = REST_SECS;
  return {
    svg: terminalSvg('npm run demo', SIZE.columns, screens),
    words: demoWords((await terminal.rows()).join('\n')),
  };
}

/** Each screen that differs from the one before. */
async function watched(terminal: Terminal, end: RegExp): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const rows = await terminal.painted();
    const before = screens.at(-1);
    if (before !== undefined && rows.join('\n') === before.rows.join('\n')) before.secs += LOOK_MS / 1_000;
    else if (rows.some((row) => row.trim() !== '')) screens.push({ rows, secs: LOOK_MS / 1_000 });
    if (end.test(rows.join('\n'))) return screens;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`the demo did not end:\n${(await terminal.rows()).join('\n')}`);
}
