import { mondayOf } from '../read/timestamp.ts';
import { text } from './params.ts';
import type { Perspective } from './perspective.ts';

export const trends: Perspective = {
  name: 'trends',
  about: 'how the use of tools changes from week to week',
  params: {
    since: {
      ...text('the first day whose uses count'),
      expects: 'a date such as 2026-01-31',
      read: (given) =>
        /^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(Date.parse(given.slice(0, 10))) ? given : undefined,
    },
  },
  query: ({ since }, chosen) => {
    const first = since === undefined ? '' : String(since);
    const week = first === '' ? '' : mondayOf(first);
    const whole = {
      sql: `${BUCKETS} WHERE week_start >= ?${chosen.byKey()}`,
      values: [week, ...chosen.values],
    };
    if (week === first) return { ...whole, sql: `${whole.sql} ${GROUPED}` };
    // Only the week that the date cuts is counted use by use: the others have their sums.
    return {
      sql: `SELECT * FROM (${BUCKETS} WHERE week_start > ?${chosen.byKey()} GROUP BY week_start, tool_name)
        UNION ALL SELECT ? AS week_start, classified_name AS tool_name, count(*) AS count,
          count(DISTINCT session_id) AS session_count
        FROM tool_uses WHERE timestamp >= ? AND timestamp < date(?, '+7 days')${chosen.byId()} GROUP BY 2
        ORDER BY week_start, count DESC, tool_name`,
      values: [...whole.values, week, first, week, ...chosen.values],
    };
  },
};

const BUCKETS =
  'SELECT week_start, tool_name, sum(count) AS count, count(*) AS session_count FROM weekly_buckets';
const GROUPED = 'GROUP BY week_start, tool_name ORDER BY week_start, count DESC, tool_name';
