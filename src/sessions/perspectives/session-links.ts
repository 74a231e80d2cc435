import { count, number } from './params.ts';
import type { Perspective } from './perspective.ts';

/** Sessions that edited the same files: shared files in relation to all files of both. The earlier comes first. */
export const sessionLinks: Perspective = {
  name: 'session-links',
  about: 'sessions that worked on the same files',
  params: {
    min_overlap: number('the least share of common files', 0.3, 1),
    top: count('how many pairs, the closest first', 20),
  },
  query: ({ min_overlap: least, top }, chosen) => {
    // Asked about some sessions: their links, also to sessions outside. The plus keeps the order by overlap in use.
    const either = chosen.all
      ? ''
      : ' AND (+session_a IN (SELECT key FROM asked) OR +session_b IN (SELECT key FROM asked))';
    const found = `FROM session_links WHERE overlap_ratio >= (SELECT least FROM bar)${either}`;
    return {
      sql: `WITH bar AS (SELECT ? AS least), asked AS MATERIALIZED (SELECT key FROM sessions WHERE true${chosen.byKey('key')}),
        -- The last one that is shown: what comes before it, and what is as close, is put in order by its names.
        last AS MATERIALIZED (SELECT overlap_ratio AS ratio, shared_files AS shared ${found}
          ORDER BY overlap_ratio DESC, shared_files DESC LIMIT 1 OFFSET ? - 1),
        close AS MATERIALIZED (SELECT * ${found}
          AND overlap_ratio >= coalesce((SELECT ratio FROM last), 0)
          AND (overlap_ratio > (SELECT ratio FROM last) OR shared_files >= coalesce((SELECT shared FROM last), 0)))
        SELECT
          CASE WHEN turned THEN b_id ELSE a_id END AS session_a, CASE WHEN turned THEN a_id ELSE b_id END AS session_b,
          shared_files, overlap_ratio,
          round(max(0, CASE WHEN turned THEN unixepoch(a_first, 'subsec') - unixepoch(b_last, 'subsec')
            ELSE unixepoch(b_first, 'subsec') - unixepoch(a_last, 'subsec') END) / 60.0, 3) AS time_gap_minutes
        FROM (
          SELECT a.id AS a_id, b.id AS b_id, a.first_ts AS a_first, a.last_ts AS a_last, b.first_ts AS b_first,
            b.last_ts AS b_last, shared_files, overlap_ratio,
            coalesce(b.first_ts < a.first_ts, b.id < a.id) AS turned
          FROM close l JOIN sessions a ON a.key = l.session_a JOIN sessions b ON b.key = l.session_b)
        ORDER BY overlap_ratio DESC, shared_files DESC, session_a, session_b LIMIT ?`,
      values: [least ?? 0, ...chosen.values, top ?? 1, top ?? null],
    };
  },
};
