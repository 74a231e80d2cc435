import type { Command } from '../command.ts';

export const SIM: Command = {
  name: 'sim',
  about:
    'Run the daemon in simulated worlds where everything goes wrong, and check that nothing is lost or done twice.',
  options: {
    seed: { value: 'N', about: 'the first seed (1); each run takes the next one' },
    steps: { value: 'M', about: 'how many times a world may move on (20000)' },
    mode: {
      value: 'MODE',
      about: 'safety: faults all the way; liveness: they stop, and everything has to end (both)',
    },
    runs: { value: 'K', about: 'how many worlds per mode (100)' },
    trace: { about: 'print everything that happens' },
    choices: { value: 'LIST', about: 'repeat one world by the choices that a failure printed' },
  },
  more: 'Nothing outside is touched: no network, no git, no real time. The same seed gives the same trace. A world that breaks an invariant is made as plain as it gets and told as a story, with the command that repeats it. Exit code 1 says that an invariant broke.',
  example: 'autodev sim --runs 2000 --mode safety',
  load: () => import('./sim.ts'),
};
