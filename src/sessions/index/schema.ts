import type { Migration } from '../../host/sqlite.ts';

/**
 * The index is a cache of the transcripts: when its layout changes, `version` is raised and it is built anew.
 *
 * What a file holds is kept by file, so that a changed file can be taken out again. The tables from
 * `tool_counts` on are sums by session, kept so that every perspective answers at once.
 */
export const LAYOUT = 2;

const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  agent TEXT NOT NULL,
  session INTEGER,              -- null: of another project, remembered so that it is not read again
  sub INTEGER NOT NULL,
  project TEXT,
  size INTEGER NOT NULL, mtime REAL NOT NULL, ino REAL NOT NULL,
  offset INTEGER NOT NULL, probe TEXT NOT NULL, state TEXT NOT NULL,
  first_ts TEXT, last_ts TEXT, tail_ts TEXT,
  prompt_count INTEGER NOT NULL, tool_use_count INTEGER NOT NULL, first_prompt TEXT,
  unknown_records INTEGER NOT NULL, broken_lines INTEGER NOT NULL, long_lines INTEGER NOT NULL
);

CREATE TABLE sessions (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  project TEXT,
  file TEXT NOT NULL,
  first_ts TEXT, last_ts TEXT, duration_minutes REAL,
  prompt_count INTEGER NOT NULL,
  tool_use_count INTEGER NOT NULL,
  first_prompt_snippet TEXT,
  input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL, cache_read_tokens INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  cost REAL                     -- null: some of it has no known price
);

CREATE TABLE prompts (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, session_id TEXT NOT NULL,
  timestamp TEXT, role TEXT NOT NULL, char_count INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE VIRTUAL TABLE prompt_search USING fts5 (text, content = '', contentless_delete = 1);

CREATE TABLE tool_uses (
  file_id INTEGER NOT NULL, session_id TEXT NOT NULL, seq INTEGER NOT NULL,
  timestamp TEXT, tool_name TEXT NOT NULL, classified_name TEXT NOT NULL, input TEXT NOT NULL
);
CREATE TABLE file_edits (
  file_id INTEGER NOT NULL, session_id TEXT NOT NULL, seq INTEGER NOT NULL,
  timestamp TEXT, tool_name TEXT NOT NULL, file_path TEXT NOT NULL
);
CREATE TABLE usage (
  file_id INTEGER NOT NULL, key INTEGER NOT NULL,
  counted INTEGER NOT NULL,     -- 0: a copy of a record that counts in another file
  timestamp TEXT, model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL, cache_read_tokens INTEGER NOT NULL
);

CREATE TABLE tool_counts (
  session INTEGER, tool TEXT, count INTEGER NOT NULL, PRIMARY KEY (session, tool)
) WITHOUT ROWID;
CREATE TABLE transitions (
  session INTEGER, from_tool TEXT, to_tool TEXT, count INTEGER NOT NULL,
  PRIMARY KEY (session, from_tool, to_tool)
) WITHOUT ROWID;
CREATE TABLE weekly_buckets (
  session INTEGER, week_start TEXT, tool_name TEXT, count INTEGER NOT NULL,
  PRIMARY KEY (session, week_start, tool_name)
) WITHOUT ROWID;
CREATE TABLE hot_files (
  session INTEGER, file_path TEXT, edit_count INTEGER NOT NULL, PRIMARY KEY (session, file_path)
) WITHOUT ROWID;
CREATE TABLE daily_costs (
  session INTEGER, day TEXT, model TEXT, messages INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL, cache_read_tokens INTEGER NOT NULL,
  cost REAL NOT NULL, unpriced_tokens INTEGER NOT NULL,
  PRIMARY KEY (session, day, model)
) WITHOUT ROWID;
CREATE TABLE session_links (
  session_a INTEGER, session_b INTEGER, shared_files INTEGER NOT NULL, overlap_ratio REAL NOT NULL,
  PRIMARY KEY (session_a, session_b)
) WITHOUT ROWID;
CREATE TABLE stale_links (session INTEGER PRIMARY KEY);
CREATE TABLE tool_totals (
  tool TEXT PRIMARY KEY, frequency INTEGER NOT NULL, sessions INTEGER NOT NULL, squares INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE cost_totals (
  part TEXT, name TEXT, sessions INTEGER NOT NULL, messages INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL, cache_read_tokens INTEGER NOT NULL,
  cost REAL NOT NULL, unpriced_tokens INTEGER NOT NULL,
  PRIMARY KEY (part, name)           -- part: day or model
) WITHOUT ROWID;
CREATE TABLE transition_totals (
  from_tool TEXT, to_tool TEXT, count INTEGER NOT NULL, PRIMARY KEY (from_tool, to_tool)
) WITHOUT ROWID;
CREATE TABLE sum_names (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
  UNIQUE (first, second, part)       -- part: the table of sums; see packed.ts
);
CREATE TABLE packed_sums (
  session INTEGER, part TEXT, sums TEXT NOT NULL, PRIMARY KEY (session, part)
) WITHOUT ROWID;
`;

/** Made after a build has filled the tables: sorting once is cheaper than keeping order all the way. */
export const INDEXES = `
CREATE UNIQUE INDEX files_by_path ON files (path);
CREATE INDEX files_by_session ON files (session);
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_time ON sessions (last_ts);
CREATE INDEX prompts_by_time ON prompts (role, timestamp);
CREATE INDEX usage_by_key ON usage (key);
`;

/** Needed to take something out again: made when that happens for the first time. */
export const INDEXES_FOR_CHANGE = `
CREATE INDEX IF NOT EXISTS prompts_by_file ON prompts (file_id);
CREATE INDEX IF NOT EXISTS tool_uses_by_file ON tool_uses (file_id);
CREATE INDEX IF NOT EXISTS file_edits_by_file ON file_edits (file_id);
CREATE INDEX IF NOT EXISTS usage_by_file ON usage (file_id);
`;

/** Needed to answer at once: made at the first question. Each holds all its questions read. */
export const INDEXES_FOR_QUESTIONS = `
CREATE INDEX IF NOT EXISTS tool_counts_by_tool ON tool_counts (tool, count, session);
CREATE INDEX IF NOT EXISTS hot_files_by_path ON hot_files (file_path, session, edit_count);
CREATE INDEX IF NOT EXISTS links_by_b ON session_links (session_b);
`;

export const MIGRATIONS: readonly Migration[] = [{ version: LAYOUT, name: 'session index', sql: TABLES }];
