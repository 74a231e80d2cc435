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

export const CLUSTER: Command = {
  name: 'cluster',
  about: 'Keep what several machines share in one database.',
  example: 'autodev cluster migrate',
  children: [
    {
      name: 'migrate',
      about: 'Take what this home remembers into the database that config.yaml names, or back.',
      options: { back: { about: 'from the cluster into this home, which must remember nothing yet' } },
      more: 'Repositories, cursors, journal, ledger, costs, questions, events and logs, and the commits of runs that have not ended. All of it or nothing; the source stays as it is. No daemon and no worker may run meanwhile, and what it is taken into must remember no work of its own.',
      example: 'autodev cluster migrate',
      load: () => import('./migrate.ts'),
    },
  ],
};
