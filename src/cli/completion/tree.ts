import type { Command } from '../command.ts';

export const COMPLETION: Command = {
  name: 'completion',
  about: 'Print a completion script for bash, zsh or fish.',
  args: ['<shell>'],
  words: ['bash', 'zsh', 'fish'],
  more: [
    'bash: add to ~/.bashrc    source <(autodev completion bash)',
    'zsh:  add to ~/.zshrc     source <(autodev completion zsh)',
    'fish: autodev completion fish > ~/.config/fish/completions/autodev.fish',
  ].join('\n'),
  example: 'source <(autodev completion bash)',
  load: () => import('./completion.ts'),
  children: [
    {
      name: 'words',
      about: 'Print what a word of a kind can be, for the completion scripts.',
      args: ['<kind>', '[begun]'],
      hidden: true,
      example: 'autodev completion words ids issue:',
      load: () => import('./words.ts'),
    },
  ],
};
