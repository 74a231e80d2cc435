import { count } from './params.ts';
import type { Perspective } from './perspective.ts';

export const toolFrequency: Perspective = {
  name: 'tool-frequency',
  about: 'which tools are used most',
  params: { top: count('how many tools', 10) },
  query: ({ top }, chosen) => ({
    sql: chosen.all
      ? 'SELECT tool, frequency, sessions FROM tool_totals ORDER BY frequency DESC, tool LIMIT ?'
      : `SELECT tool, sum(count) AS frequency, count(*) AS sessions FROM tool_counts
         WHERE true${chosen.byKey()} GROUP BY tool ORDER BY frequency DESC, tool LIMIT ?`,
    values: [...chosen.values, top ?? null],
  }),
};
