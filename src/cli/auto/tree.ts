import type { Command } from '../command.ts';

export const AUTO: Command = {
  name: 'auto',
  about:
    'Carry one task through plan, design, implementation, check and report; the lead is code, the team are agents.',
  args: ['[task…]'],
  options: {
    feature: {
      value: 'NAME',
      about: 'name of the feature, for files and branch (default: a slug of the task)',
    },
    worktree: { about: 'work in a worktree of its own on feat/NAME, made from main' },
    interactive: { about: 'ask at the end of each phase, and test interactively with tmux' },
    opus: { about: 'opus for design, implementation, architect, code review and gap check of a HEAVY run' },
    eco: { about: 'LIGHT, whatever the score; never promoted' },
    'dry-run': { about: 'only the score and the plan of phases; nothing is written' },
    'skip-analysis': { about: 'explore nothing; the score is still asked' },
    'no-issue': { about: 'link no issue of the forge and open none' },
    'skip-e2e': { about: 'no end-to-end tests' },
    strict: { about: 'a WARNING ends the run as unresolved' },
    custom: { value: 'CMD', about: 'one more command that has to succeed, without a shell' },
    slack: { value: 'CHANNEL', about: 'the last 100 messages of a channel as context' },
    gmail: {
      about: 'unread mails as context, or those of a query (from:…, subject:…, newer_than:…) before the task',
    },
  },
  example: 'autodev auto "add a greeting" --worktree',
  more: 'Without a task it looks for one: failing tests, open TODOs, lint errors. Exit code 0 done, 1 unresolved or failed, 2 usage, 3 bad input, 6 budget, 130 interrupted.',
  load: () => import('./auto.ts'),
  children: [
    {
      name: 'status',
      about: 'Show the runs at work, those that can be resumed, and what the status file says.',
      example: 'autodev auto status --json',
      load: () => import('./status.ts'),
    },
    {
      name: 'stop',
      about: 'Stop the run at work in this project; it can be resumed.',
      args: ['[feature]'],
      example: 'autodev auto stop',
      load: () => import('./stop.ts'),
    },
    {
      name: 'resume',
      about:
        'Go on with a stopped run: no finished step is done again, on another machine no finished phase.',
      args: ['[feature]'],
      example: 'autodev auto resume',
      load: () => import('./resume.ts'),
    },
  ],
};
