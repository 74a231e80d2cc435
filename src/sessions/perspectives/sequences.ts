import { count } from './params.ts';
import type { Perspective } from './perspective.ts';
import { transitionsOf } from './transitions.ts';

export const sequences: Perspective = {
  name: 'sequences',
  about: 'which tools are used one after the other, and how surely',
  params: {
    min_count: count('how often at least', 3),
    top: count('how many sequences', 20),
  },
  query: ({ min_count: least, top }, chosen) => ({
    sql: `SELECT from_tool || ' -> ' || to_tool AS sequence, count, probability FROM (
        SELECT from_tool, to_tool, count,
          count * 1.0 / sum(count) OVER (PARTITION BY from_tool) AS probability
        FROM ${transitionsOf(chosen)})
      WHERE count >= ? ORDER BY count DESC, sequence LIMIT ?`,
    values: [...chosen.values, least ?? 1, top ?? null],
  }),
};
