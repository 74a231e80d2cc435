import type { Command } from '../command.ts';

export const CONFIG: Command = {
  name: 'config',
  about: 'See, check and change the configuration.',
  example: 'autodev config show --origin',
  children: [
    {
      name: 'show',
      about: 'Print the settled configuration as YAML, secrets hidden.',
      options: { origin: { about: 'one line per value with where it comes from' } },
      example: 'autodev config show --origin',
      load: () => import('./show.ts'),
    },
    {
      name: 'get',
      about: 'Print one value.',
      args: ['<key>'],
      words: { ask: 'keys' },
      example: 'autodev config get repos[org/app].model',
      load: () => import('./get.ts'),
    },
    {
      name: 'set',
      about: 'Change one value in config.yaml; comments stay.',
      args: ['<key>', '<value>'],
      words: { ask: 'keys' },
      more: 'The value is YAML. With - it is read from standard input, so that a secret is in no history.',
      example: 'autodev config set daemon.max_concurrent 5',
      load: () => import('./set.ts'),
    },
    {
      name: 'unset',
      about: 'Take one value out of config.yaml, so that its default applies.',
      args: ['<key>'],
      words: { ask: 'keys' },
      example: 'autodev config unset daemon.max_concurrent',
      load: () => import('./unset.ts'),
    },
    {
      name: 'edit',
      about: 'Open config.yaml in $VISUAL or $EDITOR; it is checked before it is saved.',
      example: 'EDITOR="code --wait" autodev config edit',
      load: () => import('./edit.ts'),
    },
    {
      name: 'schema',
      about: 'Print the JSON Schema of config.yaml, for editors.',
      more: 'Editors read it when the file begins with: # yaml-language-server: $schema=./config.schema.json',
      example: 'autodev config schema > ~/.autodev/config.schema.json',
      load: () => import('./schema.ts'),
    },
  ],
};
