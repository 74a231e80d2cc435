import { bulkInsert } from '../../host/bulk-insert.ts';
import type { Database } from '../../host/sqlite.ts';
import { byDayAndModel, costRow, type DayUse } from './day-use.ts';
import type { Harvest, Usage } from '../read/harvest.ts';

/** The sums by session, and what is summed up in them. */
export const SUM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tool_counts: ['count'],
  transitions: ['count'],
  weekly_buckets: ['count'],
  hot_files: ['edit_count'],
  daily_costs: [
    'messages',
    'input_tokens',
    'output_tokens',
    'cache_write_tokens',
    'cache_read_tokens',
    'cost',
    'unpriced_tokens',
  ],
};

/** New rows are added to the sums; a session that lost something is summed up anew. */
export function sumWriter(db: Database) {
  const adding = (table: string, columns: number) => {
    const sums = (SUM_COLUMNS[table] ?? []).map((name) => `${name} = ${name} + excluded.${name}`);
    return bulkInsert(db, `INSERT INTO ${table}`, columns, `ON CONFLICT DO UPDATE SET ${sums.join(', ')}`);
  };
  const tools = adding('tool_counts', 3);
  const transitions = adding('transitions', 4);
  const weeks = adding('weekly_buckets', 4);
  const files = adding('hot_files', 3);
  const costs = adding('daily_costs', 10);
  return {
    add: (session: number, harvest: Harvest): void => {
      for (const [name, count] of harvest.toolCounts) tools.add(session, name, count);
      for (const [from, to, count] of harvest.transitions) transitions.add(session, from, to, count);
      for (const [week, name, count] of harvest.weeks) weeks.add(session, week, name, count);
      for (const [path, count] of harvest.files) files.add(session, path, count);
    },
    addCosts: (session: number, usage: readonly Usage[]): void => {
      for (const sum of byDayAndModel(usage)) costs.add(session, ...costRow(sum));
    },
    flush: (): void => {
      for (const table of [tools, transitions, weeks, files, costs]) table.flush();
    },
  };
}

const OWN_FILES = 'file_id IN (SELECT id FROM files WHERE session = :session)';
const SUM_UP = [
  `INSERT INTO tool_counts SELECT :session, classified_name, count(*) FROM tool_uses WHERE ${OWN_FILES} GROUP BY 2`,
  `INSERT INTO transitions SELECT :session, before, classified_name, count(*) FROM (
     SELECT classified_name, lag(classified_name) OVER (PARTITION BY file_id ORDER BY seq) AS before
     FROM tool_uses WHERE ${OWN_FILES}) WHERE before IS NOT NULL GROUP BY 2, 3`,
  `INSERT INTO weekly_buckets SELECT :session, date(substr(timestamp, 1, 10), '-6 days', 'weekday 1'),
     classified_name, count(*) FROM tool_uses WHERE ${OWN_FILES} AND timestamp IS NOT NULL GROUP BY 2, 3`,
  `INSERT INTO hot_files SELECT :session, file_path, count(*) FROM file_edits WHERE ${OWN_FILES} GROUP BY 2`,
];

export function dropSums(db: Database, session: number): void {
  for (const table of Object.keys(SUM_COLUMNS)) db.run(`DELETE FROM ${table} WHERE session = ?`, session);
}

/** Sums a session up from its rows. */
export function rebuildSums(db: Database, session: number): void {
  dropSums(db, session);
  for (const sql of SUM_UP) db.prepare(sql).run({ ':session': session });
  const insert = db.prepare('INSERT INTO daily_costs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const used = db.prepare(
    `SELECT coalesce(substr(timestamp, 1, 10), '') AS day, model, count(*) AS messages, sum(input_tokens) AS input,
       sum(output_tokens) AS output, sum(cache_write_tokens) AS cacheWrite, sum(cache_read_tokens) AS cacheRead
     FROM usage WHERE ${OWN_FILES} AND counted GROUP BY 1, 2`,
  );
  for (const sum of used.all({ ':session': session }) as unknown as DayUse[])
    insert.run(session, ...costRow(sum));
}
