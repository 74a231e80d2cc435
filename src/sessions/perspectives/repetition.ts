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
      ? `WITH ${SPREAD('tool_counts')} ${OUTLIERS('tool_counts')}`
      : `WITH asked AS MATERIALIZED (SELECT key FROM sessions WHERE true${chosen.byKey('key')}),
         own AS MATERIALIZED (SELECT session, tool, count FROM tool_counts WHERE session IN (SELECT key FROM asked)),
         measured AS (SELECT * FROM own WHERE (SELECT count(*) FROM asked) > 1
           UNION ALL SELECT session, tool, count FROM tool_counts
           WHERE (SELECT count(*) FROM asked) = 1 AND tool IN (SELECT tool FROM own)),
         ${SPREAD('measured')} ${OUTLIERS('own')}`,
    values: [...chosen.values, Number(z) * Number(z)],
  }),
};

const SPREAD = (counts: string) => `spread AS MATERIALIZED (
  SELECT tool, avg(count) AS mean, avg(count * count) - avg(count) * avg(count) AS variance
  FROM ${counts} GROUP BY tool)`;

const OUTLIERS = (counts: string) => `
  SELECT sessions.id AS session_id, found.tool, found.cnt, found.deviation_score FROM (
    SELECT c.session, c.tool, c.count AS cnt,
      (c.count - mean) * abs(c.count - mean) / variance AS deviation_score
    FROM ${counts} c JOIN spread ON spread.tool = c.tool AND variance > 1e-9
    WHERE c.count > mean) found JOIN sessions ON sessions.key = found.session
  WHERE deviation_score >= ? ORDER BY deviation_score DESC, session_id, found.tool`;
