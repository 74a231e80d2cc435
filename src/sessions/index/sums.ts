import { bulkInsert } from '../../host/bulk-insert.ts';
import type { Database } from '../../host/sqlite.ts';
import { byDayAndModel, costRow, type DayUse } from './day-use.ts';
import type { Harvest, Usage } from '../read/harvest.ts';

/** The sums by session. New rows are added to them; a session that lost something is summed up anew. */
export function sumWriter(db: Database) {
  const adding = (...columns: string[]) =>
    `ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;
  const tools = bulkInsert(db, 'INSERT INTO tool_counts', 3, adding('count'));
  const transitions = bulkInsert(db, 'INSERT INTO transitions', 4, adding('count'));
  const weeks = bulkInsert(db, 'INSERT INTO weekly_buckets', 4, adding('count'));
  const files = bulkInsert(db, 'INSERT INTO hot_files', 3, adding('edit_count'));
  const costs = bulkInsert(
    db,
    'INSERT INTO daily_costs',
    10,
    adding(
      'messages',
      'input_tokens',
      'output_tokens',
      'cache_write_tokens',
      'cache_read_tokens',
      'cost',
      'unpriced_tokens',
    ),
  );
  return {
    add: (session: number, harvest: Harvest): void => {
      for (const [name, count] of harvest.toolCounts) tools.add(name, session, count);
      for (const [from, to, count] of harvest.transitions) transitions.add(from, to, session, count);
      for (const [week, name, count] of harvest.weeks) weeks.add(week, name, session, count);
      for (const [path, count] of harvest.files) files.add(path, session, count);
    },
    addCosts: (session: number, usage: readonly Usage[]): void => {
      for (const sum of byDayAndModel(usage)) costs.add(session, ...costRow(sum));
    },
    flush: (): void => {
      for (const table of [tools, transitions, weeks, files, costs]) table.flush();
    },
  };
}

const TABLES = ['tool_counts', 'transitions', 'weekly_buckets', 'hot_files', 'daily_costs'];
const OWN_FILES = 'file_id IN (SELECT id FROM files WHERE session = :session)';
const SUM_UP = [
  `INSERT INTO tool_counts SELECT classified_name, :session, count(*) FROM tool_uses WHERE ${OWN_FILES} GROUP BY 1`,
  `INSERT INTO transitions SELECT before, classified_name, :session, count(*) FROM (
     SELECT classified_name, lag(classified_name) OVER (PARTITION BY file_id ORDER BY seq) AS before
     FROM tool_uses WHERE ${OWN_FILES}) WHERE before IS NOT NULL GROUP BY 1, 2`,
  `INSERT INTO weekly_buckets SELECT date(substr(timestamp, 1, 10), '-6 days', 'weekday 1'),
     classified_name, :session, count(*) FROM tool_uses WHERE ${OWN_FILES} AND timestamp IS NOT NULL GROUP BY 1, 2`,
  `INSERT INTO hot_files SELECT file_path, :session, count(*) FROM file_edits WHERE ${OWN_FILES} GROUP BY 1`,
];

export function dropSums(db: Database, session: number): void {
  for (const table of TABLES) db.run(`DELETE FROM ${table} WHERE session = ?`, session);
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
