import type { Command } from '../command.ts';

export const DASHBOARD: Command = {
  name: 'dashboard',
  about: 'Show the board: what needs you, what runs, what waits and why; and act on it with single keys.',
  more: 'Needs a terminal of 60×16 at least. ? shows the keys, q quits; the daemon goes on. It may be stopped or started meanwhile.',
  example: 'autodev dashboard',
  load: () => import('./dashboard.ts'),
};
