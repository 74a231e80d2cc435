import type { Command } from '../command.ts';

export const INIT: Command = {
  name: 'init',
  about: 'Set up autodev: write config.yaml and say what comes next.',
  options: {
    repo: {
      value: 'URL',
      many: true,
      about: 'a repository to work on, its URL or owner/repo; may be given several times',
    },
    agent: {
      value: 'NAME',
      words: ['claude', 'codex', 'gemini', 'scripted'],
      about: 'the agent that does the work: claude, codex, gemini or scripted',
    },
    'token-file': { value: 'FILE', about: 'file that holds the GitHub token' },
    'api-url': { value: 'URL', about: "base of the REST API (default: told from the repository's host)" },
    language: { value: 'WORD', words: ['en', 'ko'], about: 'language of comments and reports: en or ko' },
    check: {
      value: 'COMMAND',
      many: true,
      about:
        'a command that must succeed before a branch of these repositories is pushed, such as "npm test"',
    },
    'auto-merge': { about: 'merge approved pull requests of the repositories given here' },
    yes: { short: 'y', about: 'ask nothing; take the default where nothing is given' },
  },
  more: 'On a terminal it asks for what is not given. What was chosen in config.yaml is never changed: a flag that differs exits with 3.',
  example: 'autodev init --repo https://github.com/org/app --token-file ~/.token --yes',
  load: () => import('./init.ts'),
};
