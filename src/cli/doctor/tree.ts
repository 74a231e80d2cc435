import type { Command } from '../command.ts';

export const DOCTOR: Command = {
  name: 'doctor',
  about: 'Check that everything autodev needs is there, and say what to do where it is not.',
  options: {
    fix: {
      about: 'repair what can be repaired without risk: stale locks, sockets and worktrees, file modes',
    },
    offline: { about: 'do not ask the forge' },
  },
  more: 'Exit code 0 when nothing stands in the way of a start, 1 otherwise.',
  example: 'autodev doctor --fix',
  load: () => import('./doctor.ts'),
};
