import type { Command, Option } from '../command.ts';

const PLACES: Readonly<Record<string, Option>> = {
  project: {
    value: 'P',
    about: 'only sessions of this working folder (a path, which need not exist any more)',
  },
  home: { value: 'DIR', about: 'another ~/.claude' },
  db: { value: 'F', about: 'the index; ~/.claude/suggest-workflow-index/<project>/index.db otherwise' },
};

/** `autodev sessions …`, also called as `suggest-workflow …`. */
export const SESSIONS: Command = {
  name: 'sessions',
  about: 'Ask the transcripts of your agents: which tools, which files, what repeats, what it cost.',
  example: 'autodev sessions query --perspective tool-frequency',
  children: [
    {
      name: 'index',
      about: 'Bring the index in line with the transcripts. What has not changed is not read again.',
      options: { ...PLACES, full: { about: 'build it anew' } },
      example: 'autodev sessions index --project ~/src/app',
      load: () => import('./index.ts'),
    },
    {
      name: 'query',
      about: 'Answer a question from the index, which is brought up to date first.',
      options: {
        ...PLACES,
        perspective: {
          value: 'NAME',
          short: 'p',
          words: { ask: 'perspectives' },
          about: 'the question; see --list-perspectives',
        },
        param: { value: 'K=V', many: true, about: 'a parameter of the perspective' },
        'session-filter': {
          value: 'EXPR',
          about: 'only sessions for which this SQL expression over their columns holds',
        },
        since: {
          value: 'WHEN',
          about: 'only sessions active since a date, a time or a span (2026-01-31, 7d)',
        },
        sql: { value: 'SQL', about: 'a SELECT of your own, read-only' },
        'sql-file': { value: 'F', about: 'the same from a file; - is standard input' },
        'list-perspectives': { about: 'show what can be asked' },
        csv: { about: 'print rows as CSV' },
      },
      example: `autodev sessions query --perspective filtered-sessions \\
  --param prompt_pattern="[autodev]"
autodev sessions query --perspective repetition \\
  --session-filter "first_prompt_snippet LIKE '[autodev]%'"`,
      load: () => import('./query.ts'),
    },
    {
      name: 'watch',
      about: 'Keep the index up to date and tell what is new, until it is stopped.',
      options: {
        ...PLACES,
        every: { value: 'SECONDS', number: { min: 1, max: 3_600 }, about: 'how often to look (2)' },
      },
      example: 'autodev sessions watch --every 5',
      load: () => import('./watch.ts'),
    },
  ],
};
