import type { Migration } from '../../host/db/sqlite.ts';
import { PER_DOLLAR } from './sums/day-use.ts';
import { jsonOf } from './sums/packed-sums.ts';

/**
 * The index is a cache of the transcripts: when its layout changes, `version` is raised and it is built anew.
 *
 * What a file holds is kept by file, so that a changed file can be taken out again; so are the sums of it,
 * from which every perspective answers at once (see packed-sums.ts). The views show them row by row.
 */
export const LAYOUT = 3;

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
  cost REAL,                    -- null: some of it has no known price
  messages INTEGER NOT NULL DEFAULT 0,
  priced_cost REAL NOT NULL DEFAULT 0,    -- the cost of what has a price
  unpriced_tokens INTEGER NOT NULL DEFAULT 0
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

CREATE TABLE sum_names (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL
);
CREATE TABLE session_sums (
  part TEXT, session INTEGER, file_id INTEGER, sums TEXT NOT NULL, PRIMARY KEY (part, session, file_id)
) WITHOUT ROWID;
CREATE TABLE session_links (
  session_a INTEGER, session_b INTEGER, shared_files INTEGER NOT NULL, overlap_ratio REAL NOT NULL,
  PRIMARY KEY (session_a, session_b)
) WITHOUT ROWID;
CREATE TABLE stale_links (session INTEGER PRIMARY KEY);
`;

const NAMED_SUMS = `session_sums s, json_each(${jsonOf('s.sums')}) AS j JOIN sum_names AS n ON n.id = j.key`;

/** The sums as rows, and those over all sessions, for questions of one's own. */
const VIEWS = `
CREATE VIEW tool_counts AS SELECT s.session, n.first AS tool, sum(j.value ->> 0) AS count
  FROM ${NAMED_SUMS} WHERE s.part = 'tools' GROUP BY 1, 2;
CREATE VIEW transitions AS SELECT s.session, n.first AS from_tool, n.second AS to_tool, sum(j.value ->> 0) AS count
  FROM ${NAMED_SUMS} WHERE s.part = 'transitions' GROUP BY 1, 2, 3;
CREATE VIEW weekly_buckets AS SELECT s.session, n.first AS week_start, n.second AS tool_name, sum(j.value ->> 0) AS count
  FROM ${NAMED_SUMS} WHERE s.part = 'weeks' GROUP BY 1, 2, 3;
CREATE VIEW hot_files AS SELECT s.session, n.first AS file_path, sum(j.value ->> 0) AS edit_count
  FROM ${NAMED_SUMS} WHERE s.part = 'files' GROUP BY 1, 2;
CREATE VIEW daily_costs AS SELECT s.session, n.first AS day, n.second AS model, sum(j.value ->> 0) AS messages,
    sum(j.value ->> 1) AS input_tokens, sum(j.value ->> 2) AS output_tokens, sum(j.value ->> 3) AS cache_write_tokens,
    sum(j.value ->> 4) AS cache_read_tokens, sum(j.value ->> 5) / ${PER_DOLLAR}.0 AS cost,
    sum(j.value ->> 6) AS unpriced_tokens
  FROM ${NAMED_SUMS} WHERE s.part = 'costs' GROUP BY 1, 2, 3;
CREATE VIEW tool_totals AS SELECT tool, sum(count) AS frequency, count(*) AS sessions, sum(count * count) AS squares
  FROM tool_counts GROUP BY tool;
CREATE VIEW transition_totals AS SELECT from_tool, to_tool, sum(count) AS count FROM transitions GROUP BY 1, 2;
CREATE VIEW cost_totals AS ${['day', 'model']
  .map(
    (part) => `SELECT '${part}' AS part, ${part} AS name, count(DISTINCT session) AS sessions,
    sum(messages) AS messages, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
    sum(cache_write_tokens) AS cache_write_tokens, sum(cache_read_tokens) AS cache_read_tokens, sum(cost) AS cost,
    sum(unpriced_tokens) AS unpriced_tokens FROM daily_costs GROUP BY ${part}`,
  )
  .join(' UNION ALL ')};
`;

/** Made after a build has filled the tables: sorting once is cheaper than keeping order all the way. */
export const INDEXES = `
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_time ON sessions (last_ts);
CREATE INDEX prompts_by_time ON prompts (role, timestamp);
CREATE INDEX usage_by_key ON usage (key);
`;

/** Needed to change something: made when that happens for the first time. */
export const INDEXES_FOR_CHANGE = `
CREATE UNIQUE INDEX IF NOT EXISTS files_by_path ON files (path);
CREATE INDEX IF NOT EXISTS files_by_session ON files (session);
CREATE UNIQUE INDEX IF NOT EXISTS sum_names_by_name ON sum_names (first, second, part);
CREATE INDEX IF NOT EXISTS prompts_by_file ON prompts (file_id);
CREATE INDEX IF NOT EXISTS tool_uses_by_file ON tool_uses (file_id);
CREATE INDEX IF NOT EXISTS file_edits_by_file ON file_edits (file_id);
CREATE INDEX IF NOT EXISTS usage_by_file ON usage (file_id);
`;

export const MIGRATIONS: readonly Migration[] = [
  { version: LAYOUT, name: 'session index', sql: TABLES + VIEWS },
];
