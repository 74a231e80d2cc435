import type { Command } from '../command.ts';

export const SERVICE: Command = {
  name: 'service',
  about: 'Let systemd start the daemon with your login, and again when it fails.',
  example: 'autodev service install',
  children: [
    {
      name: 'install',
      about: 'Write a user unit of systemd for this home, enable it and start it.',
      options: { 'no-start': { about: 'only write it; the commands that start it are printed' } },
      more: 'The unit has the folder of this home, the PATH of this shell and this program in it: install it again after one of them moved. It runs while you are logged in; loginctl enable-linger lets it run always. Secrets are not written into it: name a token file in config.yaml.',
      example: 'autodev service install',
      load: () => import('./install.ts'),
    },
    {
      name: 'print',
      about: 'Print that unit and where it would be written, without writing it.',
      example: 'autodev service print',
      load: () => import('./print.ts'),
    },
    {
      name: 'uninstall',
      about: 'Stop the daemon that systemd runs, and remove the unit.',
      example: 'autodev service uninstall',
      load: () => import('./uninstall.ts'),
    },
  ],
};
