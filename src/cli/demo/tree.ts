import type { Command } from '../command.ts';

export const DEMO: Command = {
  name: 'demo',
  about:
    'Show the whole loop on an embedded forge: issues, pull requests, reviews, merges. No account, no key.',
  options: {
    agent: {
      value: 'NAME',
      words: ['scripted', 'claude', 'codex', 'gemini'],
      about: 'scripted (default), or claude, codex, gemini with your own login',
    },
    command: { value: 'PATH', about: 'the program of that agent, where it is not on PATH' },
    workers: {
      value: 'N',
      number: { min: 1, max: 8 },
      about: 'as a cluster of N workers over a PostgreSQL of its own, which has to be installed',
    },
    web: { about: 'with the board beside it, in a browser: prints its address' },
    keep: { about: 'leave the forge, and with --web the board, up afterwards, until Ctrl-C' },
    port: {
      value: 'N',
      number: { min: 1, max: 65_535 },
      about: 'port of the forge on 127.0.0.1 (default: a free one)',
    },
  },
  example: 'autodev demo --keep',
  load: () => import('./demo.ts'),
};
