import type { Command } from '../command.ts';

const ID =
  'An id such as issue:org/app:42, or less of it that means only one item: 42, #42, app#42, pr 15, or its beginning.';

/** Everything about the daemon and its items. */
export const DAEMON: readonly Command[] = [
  {
    name: 'start',
    about: 'Start the daemon, in the foreground unless -d is given.',
    options: {
      detach: { short: 'd', about: 'leave it running in the background; returns when it is ready' },
      quiet: { short: 'q', about: 'print only what goes wrong with the daemon itself; its log has the rest' },
    },
    more: 'Ctrl-C or SIGTERM lets running sessions end (daemon.drain_secs); a second Ctrl-C stops them at once.',
    example: 'autodev start -d',
    load: () => import('./lifecycle/start.ts'),
  },
  {
    name: 'stop',
    about: 'Stop the daemon: take nothing new, let running sessions end within daemon.drain_secs.',
    options: { now: { about: 'stop sessions at once; works whatever they or the daemon are doing' } },
    example: 'autodev stop --now',
    load: () => import('./lifecycle/stop.ts'),
  },
  {
    name: 'restart',
    about: 'Stop the daemon if it runs, and start it in the background.',
    options: { now: { about: 'stop its sessions at once' } },
    more: 'The configuration is checked first: with a bad one the running daemon stays.',
    example: 'autodev restart',
    load: () => import('./lifecycle/restart.ts'),
  },
  {
    name: 'pause',
    about: 'Begin nothing new until resume; what runs goes on. Outlives a restart.',
    example: 'autodev pause',
    load: async () => ({ run: (await import('./orders.ts')).pause }),
  },
  {
    name: 'resume',
    about: 'Go on after a pause.',
    example: 'autodev resume',
    load: async () => ({ run: (await import('./orders.ts')).resume }),
  },
  {
    name: 'status',
    about: 'Show the daemon, its queues and every repository.',
    options: {
      watch: { short: 'w', about: 'keep showing it, with what is in work, as it changes, until Ctrl-C' },
    },
    example: 'autodev status --watch',
    load: () => import('./views/status.ts'),
  },
  {
    name: 'list',
    about: 'List every item that is queued, running, or waiting for its time or for you.',
    options: {
      repo: { value: 'NAME', words: { ask: 'repositories' }, about: 'only items of this repository' },
      all: {
        about:
          'also items that were left to a person (autodev:skip), with the reason, and what is finished, with its address',
      },
    },
    example: 'autodev list --repo org/app',
    load: () => import('./views/list.ts'),
  },
  {
    name: 'why',
    about: 'Say why an item stands where it stands, what it waits for and when it wakes.',
    args: ['<id…>'],
    words: { ask: 'ids' },
    more: ID,
    example: 'autodev why issue:org/app:42\nautodev why 42',
    load: () => import('./views/why.ts'),
  },
  {
    name: 'logs',
    about: 'Show what happened to an item.',
    args: ['<id…>'],
    words: { ask: 'ids' },
    options: {
      follow: { short: 'f', about: 'keep showing as it happens, until Ctrl-C' },
      output: { about: 'also show what each session wrote' },
      lines: {
        value: 'N',
        short: 'n',
        number: { min: 0, max: 1_000_000 },
        about: 'how many lines of the past (default 200)',
      },
    },
    more: ID,
    example: 'autodev logs issue:org/app:42 -f',
    load: () => import('./views/logs.ts'),
  },
  {
    name: 'retry',
    about: 'Let an item begin again now: its failures are forgotten and autodev:skip is taken away.',
    args: ['<id…>'],
    words: { ask: 'ids' },
    more: ID,
    example: 'autodev retry issue:org/app:42',
    load: async () => ({ run: (await import('./orders.ts')).retry }),
  },
  {
    name: 'cancel',
    about: 'Stop working on an item and leave it to a person (autodev:skip).',
    args: ['<id…>'],
    words: { ask: 'ids' },
    more: ID,
    example: 'autodev cancel issue:org/app:42',
    load: async () => ({ run: (await import('./orders.ts')).cancel }),
  },
  {
    name: 'approve',
    about: 'Say yes to what an item asks; its run goes on from there.',
    args: ['<id…>'],
    words: { ask: 'ids' },
    options: { question: { value: 'ID', about: 'which question, when it asks several things' } },
    more: `${ID}\n\nA yes works once, for what was asked: a change past the limits is published exactly as it was shown, and a push or an edit meanwhile makes the question void. Without a daemon it is written down for the next start.`,
    example: 'autodev approve pr 15',
    load: () => import('./approve.ts'),
  },
  {
    name: 'answer',
    about: 'Answer what an item asks. Without a text, show the question; on a terminal it is asked for.',
    args: ['<id…>', '[text]'],
    words: { ask: 'ids' },
    options: { question: { value: 'ID', about: 'which question, when it asks several things' } },
    more: `${ID}\n\nThe text is one of the options that the question names (autodev why ID), or any text where it takes one. Nothing asked is exit code 4, an answer it does not take 3, an answer to several questions without --question 2.`,
    example: 'autodev answer issue:org/app:42 "use the second one"',
    load: () => import('./answer.ts'),
  },
  {
    name: 'costs',
    about:
      'Show what was spent, by day, repository, item, model or role, or by pull request and what became of it.',
    options: {
      by: {
        value: 'WORD',
        words: ['day', 'repo', 'item', 'model', 'role', 'pr'],
        about: 'day, repo, item, model, role or pr (default: all but pr)',
      },
      since: { value: 'DAY', about: 'from this day on, such as 2026-02-20, or a span such as 7d' },
      days: {
        value: 'N',
        number: { min: 1, max: 36_500 },
        about: 'how many days back, today included (default 30)',
      },
    },
    more: 'By pr: merged, reverted, how many of its lines are still there 7 and 30 days later, and dollars per merged pull request and per surviving line. What the forge and the base clone said is remembered.',
    example: 'autodev costs --by pr --since 2026-02-01',
    load: () => import('../costs/costs.ts'),
  },
];
