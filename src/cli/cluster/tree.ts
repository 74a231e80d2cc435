import type { Command } from '../command.ts';

export const WORKER: Command = {
  name: 'worker',
  about: 'Work on items that the coordinator of a cluster hands out, on this machine.',
  options: {
    slots: { value: 'N', about: 'how many items at the same time (default 2)' },
    quiet: { short: 'q', about: 'print only what goes wrong with the worker itself' },
  },
  more: 'config.yaml names the database that the machines share (cluster: postgres://…). Any number of machines may run `autodev start`; one of them leads and the others take over when it is gone. SIGTERM or Ctrl-C lets items end (daemon.drain_secs) and gives the rest to other workers; a second Ctrl-C gives them back at once.',
  example: 'autodev worker --slots 4',
  load: () => import('./worker.ts'),
};
