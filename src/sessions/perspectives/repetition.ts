import { packedSums } from '../index/packed.ts';
import { number } from './params.ts';
import type { Perspective } from './perspective.ts';

/**
 * A session that uses a tool far more often than others do. The score is sign · z² (no root is needed to
 * compare it with the threshold's square), over the sessions that use the tool. One session alone cannot
 * deviate from itself: when a single one is asked about, it is held against all.
 */
export const repetition: Perspective = {
  name: 'repetition',
  about: 'sessions that use a tool unusually often',
  params: { z_threshold: number('how many standard deviations are unusual', 2, 1_000) },
  query: ({ z_threshold: z }, chosen) => ({
    sql: chosen.all
      ? `WITH bar AS (SELECT ? AS least), ${SPREAD_OF_ALL} ${OUTLIERS('')}`
      : `WITH bar AS (SELECT ? AS least), asked AS MATERIALIZED (SELECT key FROM sessions WHERE true${chosen.byKey('key')}),
         ${spreadOf(packedSums('tool_counts', chosen.byKey()))} ${OUTLIERS('AND c.session IN (SELECT key FROM asked)')}`,
    values: [Number(z) * Number(z), ...chosen.values, ...(chosen.all ? [] : chosen.values)],
  }),
};

const MEAN_AND_VARIANCE = `frequency * 1.0 / sessions AS mean,
  squares * 1.0 / sessions - (frequency * 1.0 / sessions) * (frequency * 1.0 / sessions) AS variance`;

const SPREAD_OF_ALL = `spread AS MATERIALIZED (SELECT tool, ${MEAN_AND_VARIANCE} FROM tool_totals)`;

const spreadOf = (asked: string) => `spread AS MATERIALIZED (
  SELECT tool, ${MEAN_AND_VARIANCE} FROM (SELECT first AS tool, count AS frequency, sessions, squares FROM ${asked})
  WHERE (SELECT count(*) FROM asked) > 1
  UNION ALL SELECT tool, ${MEAN_AND_VARIANCE} FROM tool_totals WHERE (SELECT count(*) FROM asked) = 1)`;

/** The second condition says the same as the first, in a way that an order by tool and count can use. */
const OUTLIERS = (which: string) => `
  SELECT sessions.id AS session_id, found.tool, found.cnt, found.deviation_score FROM (
    SELECT c.session, c.tool, c.count AS cnt,
      (c.count - mean) * abs(c.count - mean) / variance AS deviation_score
    FROM spread CROSS JOIN tool_counts c ON c.tool = spread.tool
    WHERE variance > 1e-9 AND c.count > mean AND deviation_score >= (SELECT least FROM bar)
      AND c.count >= mean + sqrt((SELECT least FROM bar) * variance) - 1e-6 ${which}
  ) found JOIN sessions ON sessions.key = found.session
  ORDER BY deviation_score DESC, session_id, found.tool`;
