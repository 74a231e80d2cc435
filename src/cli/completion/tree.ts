import type { Command } from '../command.ts';

export const COMPLETION: Command = {
  name: 'completion',
  about: 'Print a completion script for bash, zsh or fish.',
  args: ['<shell>'],
  more: [
    'bash: add to ~/.bashrc    source <(autodev completion bash)',
    'zsh:  add to ~/.zshrc     source <(autodev completion zsh)',
    'fish: autodev completion fish > ~/.config/fish/completions/autodev.fish',
  ].join('\n'),
  example: 'source <(autodev completion bash)',
  load: () => import('./completion.ts'),
};
