import type { Command } from '../command.ts';

const NAME = 'The name is owner/repo, as autodev repo list shows it.';

export const REPO: Command = {
  name: 'repo',
  about: 'Say which repositories autodev works on.',
  example: 'autodev repo add https://github.com/org/app',
  children: [
    {
      name: 'add',
      about: 'Register a repository by its URL, or as owner/repo of the forge that config.yaml names.',
      args: ['<url>'],
      options: { disabled: { about: 'register it, but let it rest' } },
      example: 'autodev repo add org/app',
      load: () => import('./add.ts'),
    },
    {
      name: 'list',
      about: 'List every repository, whether it is enabled, and where it was said.',
      example: 'autodev repo list --json',
      load: () => import('./list.ts'),
    },
    {
      name: 'config',
      about: 'Show the settings of a repository with the origin of each value.',
      args: ['<name>'],
      words: { ask: 'repositories' },
      more: NAME,
      example: 'autodev repo config org/app',
      load: () => import('./config.ts'),
    },
    {
      name: 'remove',
      about: 'Forget a repository; nothing is changed on the forge but our own labels of unfinished work.',
      args: ['<name>'],
      words: { ask: 'repositories' },
      more: NAME,
      example: 'autodev repo remove org/app',
      load: () => import('./remove.ts'),
    },
    {
      name: 'enable',
      about: 'Work on a repository again.',
      args: ['<name>'],
      words: { ask: 'repositories' },
      more: NAME,
      example: 'autodev repo enable org/app',
      load: async () => ({ run: (await import('./switch.ts')).enable }),
    },
    {
      name: 'disable',
      about: 'Keep a repository in the list, but let it rest.',
      args: ['<name>'],
      words: { ask: 'repositories' },
      more: NAME,
      example: 'autodev repo disable org/app',
      load: async () => ({ run: (await import('./switch.ts')).disable }),
    },
  ],
};
