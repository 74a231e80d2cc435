import { gatheredSums } from '../index/sums/add-sums.ts';
import { findUnusual } from '../index/sums/unusual.ts';
import { number } from './params.ts';
import type { Perspective } from './perspective.ts';

/** A session that uses a tool far more often than others do; see unusual.ts. */
export const repetition: Perspective = {
  name: 'repetition',
  about: 'sessions that use a tool unusually often',
  params: { z_threshold: number('how many standard deviations are unusual', 2, 1_000) },
  query: ({ z_threshold: z }, chosen) => ({
    sql: `SELECT ${gatheredSums('tools')} AS gathered, ${chosen.keys} AS keys,
      (SELECT json_group_array(json_array(id, first)) FROM sum_names WHERE part = 'tools') AS tools`,
    values: chosen.values,
    // Joined and put in order here: there may be thousands, and as JSON they took four times as long.
    rows: ([found], db) => {
      // All of them, from the order by id: one by one each would read a page of wide rows.
      const known = db.raw.prepare('SELECT key, id FROM sessions');
      known.setReturnArrays(true);
      const ids = new Map(known.all() as unknown as [number, string][]);
      const tools = new Map(JSON.parse(String(found?.['tools'] ?? '[]')) as [number, string][]);
      return findUnusual(found?.['gathered'], found?.['keys'], Number(z) ** 2)
        .map(({ session, name, count, score }) => ({
          session_id: ids.get(session) ?? '',
          tool: tools.get(name) ?? '',
          cnt: count,
          deviation_score: score,
        }))
        .sort(
          (a, b) =>
            b.deviation_score - a.deviation_score ||
            compare(a.session_id, b.session_id) ||
            compare(a.tool, b.tool),
        );
    },
  }),
};

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
