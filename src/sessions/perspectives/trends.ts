import { mondayOf } from '../read/timestamp.ts';
import { packedSums } from '../index/packed.ts';
import { text } from './params.ts';
import type { Chosen, Perspective } from './perspective.ts';

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
    sql: `SELECT week_start, tool_name, count, session_count FROM ${weeksOf(chosen)}
      WHERE week_start >= ? ORDER BY week_start, count DESC, tool_name`,
    values: [...chosen.values, since === undefined ? '' : mondayOf(String(since))],
  }),
};

function weeksOf(chosen: Chosen): string {
  return `(SELECT first AS week_start, second AS tool_name, count, sessions AS session_count
    FROM ${packedSums('weekly_buckets', chosen.byKey())})`;
}
