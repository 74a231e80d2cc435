import type { Command } from '../command.ts';

export const PLUGINS: Command = {
  name: 'plugins',
  about: 'List and install the Claude Code plugins that come with autodev.',
  example: 'autodev plugins install',
  children: [
    {
      name: 'list',
      about: 'List the plugins and what each does.',
      example: 'autodev plugins list',
      load: () => import('./list.ts'),
    },
    {
      name: 'install',
      about: 'Add the marketplace and the plugins to Claude Code.',
      args: ['[plugin…]'],
      options: {
        scope: {
          value: 'S',
          words: ['user', 'project'],
          about: 'user (default) or project: for you everywhere, or for everybody in this project',
        },
      },
      more: 'Without names all of them. What is there already is updated.',
      example: 'autodev plugins install develop-workflow git-utils --scope project',
      load: () => import('./install.ts'),
    },
  ],
};
