import { isDay } from '../../work/day.ts';
import { addedSums } from '../index/sums/add-sums.ts';
import { mondayOf } from '../read/timestamp.ts';
import { text } from './params.ts';
import type { Chosen, Perspective } from './perspective.ts';
import { sinceOf } from './since.ts';

export const trends: Perspective = {
  name: 'trends',
  about: 'how the use of tools changes from week to week',
  params: {
    since: {
      ...text('the first day whose uses count'),
      expects: 'a date such as 2026-01-31',
      read: (given) => (isDay(given.slice(0, 10)) && sinceOf(given, 0) !== undefined ? given : undefined),
    },
  },
  query: ({ since }, chosen) => {
    const first = since === undefined ? '' : String(since);
    const week = first === '' ? '' : mondayOf(first);
    if (week === first) {
      return {
        sql: `SELECT * FROM ${weeksOf(chosen)} WHERE week_start >= ? ${ORDER}`,
        values: [...chosen.values, week],
      };
    }
    // Only the week that the date cuts is counted use by use: the others have their sums.
    return {
      sql: `SELECT * FROM ${weeksOf(chosen)} WHERE week_start > ?
        UNION ALL SELECT ? AS week_start, classified_name AS tool_name, count(*) AS count,
          count(DISTINCT session) AS session_count
        FROM tool_uses JOIN files ON files.id = tool_uses.file_id
        WHERE timestamp >= ? AND timestamp < date(?, '+7 days')${chosen.byKey('session')} GROUP BY 2
        ${ORDER}`,
      values: [...chosen.values, week, week, first, week, ...chosen.values],
    };
  },
};

const ORDER = 'ORDER BY week_start, count DESC, tool_name';

function weeksOf(chosen: Chosen): string {
  return `(SELECT first AS week_start, second AS tool_name, count, sessions AS session_count
    FROM ${addedSums('weeks', chosen.keys)})`;
}
