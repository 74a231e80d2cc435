import { openDatabase } from '../../src/host/db/sqlite.ts';
import { refreshLinks } from '../../src/sessions/index/rows/links.ts';
import { refreshSearch } from '../../src/sessions/index/search.ts';

const OF = '(SELECT id FROM sessions WHERE key = session)';
const QUERIES: Readonly<Record<string, string>> = {
  sessions: 'SELECT * FROM sessions',
  files: 'SELECT * FROM files',
  prompts: 'SELECT session_id, timestamp, role, char_count, text FROM prompts',
  searchable: "SELECT count(*) AS n FROM prompt_search WHERE prompt_search MATCH 'e* OR a* OR 로'",
  tool_uses: 'SELECT * FROM tool_uses',
  file_edits: 'SELECT * FROM file_edits',
  usage: 'SELECT * FROM usage',
  tool_counts: `SELECT ${OF} AS id, tool, count FROM tool_counts`,
  transitions: `SELECT ${OF} AS id, from_tool, to_tool, count FROM transitions`,
  weekly: `SELECT ${OF} AS id, week_start, tool_name, count FROM weekly_buckets`,
  hot_files: `SELECT ${OF} AS id, file_path, edit_count FROM hot_files`,
  costs: `SELECT ${OF} AS id, * FROM daily_costs`,
  tool_totals: 'SELECT * FROM tool_totals',
  transition_totals: 'SELECT * FROM transition_totals',
  cost_totals: 'SELECT * FROM cost_totals',
  links: `SELECT (SELECT id FROM sessions WHERE key = session_a) AS a, (SELECT id FROM sessions WHERE key = session_b) AS b,
    shared_files, overlap_ratio FROM session_links`,
};
/** Numbers that depend on the order of reading, and say nothing. */
const INTERNAL: Readonly<Record<string, readonly string[]>> = {
  sessions: ['key'],
  files: ['id', 'session', 'mtime', 'ino'],
  tool_uses: ['file_id'],
  file_edits: ['file_id'],
  usage: ['file_id'],
  costs: ['session'],
};

/** Everything an index says, in an order of its own: equal dumps answer every question alike. */
export function dumpIndex(path: string): Record<string, string[]> {
  const db = openDatabase(path);
  try {
    refreshLinks(db);
    refreshSearch(db);
    return Object.fromEntries(
      Object.entries(QUERIES).map(([name, sql]) => [
        name,
        db
          .all(sql)
          .map((row) => JSON.stringify(plain(name, row)))
          .sort(),
      ]),
    );
  } finally {
    db.close();
  }
}

function plain(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(row).filter(([name]) => INTERNAL[table]?.includes(name) !== true);
  const links = table === 'links' ? [row['a'], row['b']].map(String).sort() : undefined;
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      links !== undefined && (name === 'a' || name === 'b')
        ? links[name === 'a' ? 0 : 1]
        : // Sums of dollars depend on their order in the last digit.
          typeof value === 'number' && !Number.isInteger(value)
          ? value.toFixed(9)
          : value,
    ]),
  );
}
