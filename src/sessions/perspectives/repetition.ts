import { gatheredSums } from '../index/add-sums.ts';
import { number } from './params.ts';
import type { Perspective } from './perspective.ts';

/** A session that uses a tool far more often than others do; see unusual.ts. */
export const repetition: Perspective = {
  name: 'repetition',
  about: 'sessions that use a tool unusually often',
  params: { z_threshold: number('how many standard deviations are unusual', 2, 1_000) },
  query: ({ z_threshold: z }, chosen) => ({
    sql: `SELECT sessions.id AS session_id, first AS tool, value ->> 2 AS cnt, value ->> 3 AS deviation_score
      FROM json_each(find_unusual(${gatheredSums('tools')}, ${chosen.keys}, ?)) AS found
      CROSS JOIN sessions ON sessions.key = value ->> 0 CROSS JOIN sum_names ON sum_names.id = value ->> 1
      ORDER BY deviation_score DESC, session_id, tool`,
    values: [...chosen.values, Number(z) * Number(z)],
  }),
};
