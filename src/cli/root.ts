import type { Command } from './command.ts';

/** The program itself, above all its commands. */
export const ROOT: Command = {
  name: 'autodev',
  about:
    "Take a repository's issues and pull requests from open to merged, with the coding agents you already have.",
  options: { version: { short: 'V', about: 'print the version' } },
  example: 'autodev demo',
};
