import { mondayOf } from '../read/timestamp.ts';
import { text } from './params.ts';
import type { Perspective } from './perspective.ts';

export const trends: Perspective = {
  name: 'trends',
  about: 'how the use of tools changes from week to week',
  params: {
    since: {
      ...text('the first week to show, as a date in it'),
      expects: 'a date such as 2026-01-31',
      read: (given) =>
        /^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(Date.parse(given.slice(0, 10))) ? given : undefined,
    },
  },
  query: ({ since }, chosen) => ({
    sql: `SELECT week_start, tool_name, sum(count) AS count, count(*) AS session_count FROM weekly_buckets
      WHERE week_start >= ?${chosen.byKey()} GROUP BY week_start, tool_name
      ORDER BY week_start, count DESC, tool_name`,
    values: [since === undefined ? '' : mondayOf(String(since)), ...chosen.values],
  }),
};
