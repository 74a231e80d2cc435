import type { Command } from '../command.ts';

export const DASHBOARD: Command = {
  name: 'dashboard',
  about: 'Show the board: what needs you, what runs, what waits and why; and act on it with single keys.',
  options: {
    web: { about: 'in a browser: prints an address on 127.0.0.1 with the token that opens it' },
    port: {
      value: 'N',
      number: { min: 1, max: 65_535 },
      about: 'with --web: the port (default: a free one, kept over restarts)',
    },
  },
  more: 'Needs a terminal of 60×16 at least. ? shows the keys, q quits; the daemon goes on. It may be stopped or started meanwhile.\n\nWith --web the daemon serves the board; while none runs this command does, to look at only, until Ctrl-C.',
  example: 'autodev dashboard',
  load: () => import('./dashboard.ts'),
};
