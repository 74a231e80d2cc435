import type { Command } from '../command.ts';

export const REPORT: Command = {
  name: 'report',
  about: 'Show the report of a day: what was done, what repeats itself, what is suggested.',
  options: {
    day: { value: 'DAY', about: 'such as 2026-02-20, today or yesterday (default: yesterday)' },
    repo: { value: 'NAME', words: { ask: 'repositories' }, about: 'only this repository' },
    html: { value: 'FILE', about: 'write it as one HTML page with small charts' },
    markdown: { about: 'print it as Markdown' },
    post: { about: 'post it as the issue of that day, once, with its suggestions as a pull request' },
  },
  more: 'A report that is missing is made from the daily log, the store and the session index, of facts alone: no model is asked. With --post it is made as the daemon would, by the daemon where one runs: one session, one issue, and one pull request where files are suggested. With several repositories the JSON has the sums, and each report under "reports".',
  example: 'autodev report --day yesterday --html report.html',
  load: () => import('./report.ts'),
};
