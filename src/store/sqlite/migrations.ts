import type { Migration } from '../../host/db/sqlite.ts';

/** The history of the daemon's schema. A released entry is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'repositories, cursors, logs, journal, ledger, costs, events',
    sql: `
      CREATE TABLE repositories (
        id TEXT PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL UNIQUE,
        enabled INTEGER NOT NULL DEFAULT 1,
        origin TEXT NOT NULL DEFAULT 'command',
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE scan_cursors (
        repo_id TEXT NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
        target TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        last_scan TEXT NOT NULL,
        PRIMARY KEY (repo_id, target)
      ) STRICT;
      CREATE TABLE consumer_logs (
        id TEXT PRIMARY KEY,
        repo_id TEXT NOT NULL,
        queue_type TEXT NOT NULL,
        item_key TEXT NOT NULL,
        worker_id TEXT NOT NULL,
        command TEXT NOT NULL,
        stdout TEXT,
        stderr TEXT,
        exit_code INTEGER,
        started_at TEXT NOT NULL,
        finished_at TEXT,
        duration_ms INTEGER
      ) STRICT;
      CREATE INDEX idx_consumer_logs_repo ON consumer_logs(repo_id, started_at);
      CREATE INDEX idx_consumer_logs_item ON consumer_logs(item_key, started_at);
      CREATE TABLE runs (
        id TEXT PRIMARY KEY,
        work_id TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        input_hash TEXT NOT NULL,
        input TEXT NOT NULL,
        status TEXT NOT NULL DEFAULT 'running',
        reason TEXT NOT NULL DEFAULT '',
        started_at TEXT NOT NULL,
        finished_at TEXT
      ) STRICT;
      CREATE INDEX idx_runs_work ON runs(work_id);
      CREATE TABLE steps (
        run_id TEXT NOT NULL REFERENCES runs(id),
        name TEXT NOT NULL,
        round INTEGER NOT NULL,
        status TEXT NOT NULL,
        result TEXT,
        commit_sha TEXT,
        cost_usd REAL NOT NULL DEFAULT 0,
        error TEXT,
        carried_from TEXT,
        started_at TEXT NOT NULL,
        finished_at TEXT,
        finished_seq INTEGER,
        PRIMARY KEY (run_id, name, round)
      ) STRICT;
      CREATE TABLE effects (
        run_id TEXT NOT NULL,
        key TEXT NOT NULL,
        kind TEXT NOT NULL,
        work_id TEXT NOT NULL,
        intent TEXT NOT NULL,
        status TEXT NOT NULL,
        result TEXT,
        created_at TEXT NOT NULL,
        done_at TEXT,
        PRIMARY KEY (run_id, key)
      ) STRICT;
      CREATE INDEX idx_effects_work ON effects(work_id, kind);
      CREATE TABLE attempts (
        work_id TEXT PRIMARY KEY,
        input_hash TEXT NOT NULL,
        failures INTEGER NOT NULL,
        not_before INTEGER NOT NULL,
        last_error TEXT NOT NULL,
        carry_from TEXT,
        carry TEXT NOT NULL,
        lesson TEXT NOT NULL
      ) STRICT;
      CREATE TABLE costs (
        repo TEXT NOT NULL,
        work_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        step TEXT NOT NULL,
        usd REAL NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX idx_costs_at ON costs(at);
      CREATE INDEX idx_costs_work ON costs(work_id);
      CREATE TABLE events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        type TEXT NOT NULL,
        work_id TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX idx_events_work ON events(work_id, seq);
      CREATE TABLE reviewed (
        work_id TEXT PRIMARY KEY,
        sha TEXT NOT NULL
      ) STRICT;
      CREATE TABLE questions (
        id TEXT PRIMARY KEY,
        work_id TEXT NOT NULL,
        text TEXT NOT NULL,
        options TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        expires_at TEXT,
        answer TEXT,
        answered_by TEXT,
        applied_at TEXT
      ) STRICT;
      CREATE INDEX idx_questions_work ON questions(work_id);
      CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 2,
    name: 'commands left for the daemon; how items left, by repository',
    sql: `
      CREATE TABLE commands (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        body TEXT NOT NULL,
        left_at TEXT NOT NULL,
        applied_at TEXT,
        outcome TEXT
      ) STRICT;
      CREATE INDEX idx_commands_pending ON commands(id) WHERE applied_at IS NULL;
      CREATE INDEX idx_events_left ON events(work_id, at) WHERE type = 'item.left';
    `,
  },
  {
    version: 3,
    name: 'notices to people; what the forge answered, by ETag',
    sql: `
      CREATE TABLE outbox (
        id TEXT PRIMARY KEY,
        channel TEXT NOT NULL,
        once TEXT NOT NULL,
        body TEXT NOT NULL,
        written_at INTEGER NOT NULL,
        next_at INTEGER NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0,
        last_error TEXT,
        settled_at INTEGER,
        UNIQUE (channel, once)
      ) STRICT;
      CREATE INDEX idx_outbox_due ON outbox(channel, next_at) WHERE settled_at IS NULL;
      CREATE TABLE etags (
        scope TEXT NOT NULL,
        url TEXT NOT NULL,
        etag TEXT NOT NULL,
        link TEXT NOT NULL,
        body TEXT NOT NULL,
        used_at INTEGER NOT NULL,
        PRIMARY KEY (scope, url)
      ) STRICT;
      CREATE INDEX idx_etags_used ON etags(used_at);
    `,
  },
  {
    version: 4,
    name: 'questions belong to a run, and may come to stand no longer; how a run is about to leave',
    sql: `
      ALTER TABLE runs ADD COLUMN leaving TEXT;
      ALTER TABLE questions ADD COLUMN run_id TEXT NOT NULL DEFAULT '';
      ALTER TABLE questions ADD COLUMN step TEXT NOT NULL DEFAULT '';
      ALTER TABLE questions ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE questions ADD COLUMN free INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE questions ADD COLUMN voided_at TEXT;
      ALTER TABLE questions ADD COLUMN void_reason TEXT;
      CREATE UNIQUE INDEX idx_questions_run ON questions(run_id, step, round) WHERE run_id <> '';
    `,
  },
  {
    version: 5,
    name: 'costs by role',
    sql: `
      ALTER TABLE costs ADD COLUMN role TEXT NOT NULL DEFAULT 'unknown';
      UPDATE costs SET role = step WHERE step IN ('analyze', 'implement', 'review', 'improve', 'resolve');
    `,
  },
  {
    version: 6,
    name: 'one vocabulary of standings',
    sql: `
      UPDATE runs SET status = 'question' WHERE status = 'asking';
      UPDATE runs SET status = 'skip' WHERE status = 'skipped';
      UPDATE runs SET leaving = json_set(leaving, '$.outcome', 'waiting')
        WHERE json_extract(leaving, '$.outcome') = 'waits';
      UPDATE events SET body = json_set(body, '$.outcome', 'waiting')
        WHERE type = 'item.left' AND json_extract(body, '$.outcome') = 'waits';
    `,
  },
  {
    version: 7,
    name: 'what items in no queue wait for',
    sql: `
      CREATE TABLE waits (
        work_id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        reason TEXT NOT NULL,
        since INTEGER NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 8,
    name: 'labels as scans saw them',
    sql: `
      CREATE TABLE labels (
        repo TEXT NOT NULL,
        number INTEGER NOT NULL,
        label TEXT NOT NULL,
        PRIMARY KEY (repo, number, label)
      ) STRICT;
    `,
  },
  {
    version: 9,
    name: 'knowledge: reports, suggestions, what became of pull requests; costs by model',
    sql: `
      ALTER TABLE costs ADD COLUMN model TEXT NOT NULL DEFAULT 'unknown';
      ALTER TABLE costs ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX idx_events_at ON events(at);
      CREATE INDEX idx_steps_finished ON steps(name, finished_at);
      CREATE TABLE reports (
        repo TEXT NOT NULL,
        day TEXT NOT NULL,
        body TEXT NOT NULL,
        made_at TEXT NOT NULL,
        PRIMARY KEY (repo, day)
      ) STRICT;
      CREATE TABLE suggestions (
        id TEXT PRIMARY KEY,
        repo TEXT NOT NULL,
        day TEXT NOT NULL,
        target TEXT NOT NULL,
        content TEXT NOT NULL,
        pattern TEXT NOT NULL,
        action TEXT NOT NULL,
        pull INTEGER,
        status TEXT NOT NULL,
        settled_at TEXT
      ) STRICT;
      CREATE INDEX idx_suggestions_repo ON suggestions(repo);
      CREATE TABLE pull_outcomes (
        repo TEXT NOT NULL,
        number INTEGER NOT NULL,
        state TEXT NOT NULL,
        merge_sha TEXT,
        merged_at TEXT,
        lines_added INTEGER,
        survived_7 INTEGER,
        survived_30 INTEGER,
        reverted INTEGER NOT NULL DEFAULT 0,
        method TEXT,
        base_sha TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (repo, number)
      ) STRICT;
    `,
  },
  {
    version: 10,
    name: 'a chain over the changes of the effect ledger',
    sql: `
      CREATE TABLE effect_chain (
        seq INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL,
        key TEXT NOT NULL,
        content TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;
      CREATE INDEX idx_effect_chain_row ON effect_chain(run_id, key);
      INSERT OR REPLACE INTO meta (key, value) VALUES ('effects.chain', 'new');
    `,
  },
];
