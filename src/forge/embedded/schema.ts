import type { Migration } from '../../host/db/sqlite.ts';

/** Everything that git does not know. Times are GitHub's: ISO, to the second. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first',
    sql: `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, login TEXT NOT NULL UNIQUE COLLATE NOCASE,
  type TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE repositories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER NOT NULL REFERENCES users(id),
  name TEXT NOT NULL COLLATE NOCASE, description TEXT, private INTEGER NOT NULL, default_branch TEXT NOT NULL,
  parent_id INTEGER, has_issues INTEGER NOT NULL DEFAULT 1, archived INTEGER NOT NULL DEFAULT 0,
  allow_merge INTEGER NOT NULL DEFAULT 1, allow_squash INTEGER NOT NULL DEFAULT 1, allow_rebase INTEGER NOT NULL DEFAULT 1,
  delete_branch_on_merge INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, pushed_at TEXT NOT NULL,
  UNIQUE (owner_id, name)
);
CREATE TABLE collaborators (
  repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id), permission TEXT NOT NULL, PRIMARY KEY (repo_id, user_id)
);
CREATE TABLE issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  number INTEGER NOT NULL, is_pull INTEGER NOT NULL, title TEXT NOT NULL, body TEXT, state TEXT NOT NULL,
  state_reason TEXT, author_id INTEGER NOT NULL REFERENCES users(id), closed_by INTEGER REFERENCES users(id),
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, closed_at TEXT, UNIQUE (repo_id, number)
);
CREATE INDEX issues_by_update ON issues (repo_id, state, updated_at);
CREATE TABLE pulls (
  issue_id INTEGER PRIMARY KEY REFERENCES issues(id) ON DELETE CASCADE,
  head_repo_id INTEGER, head_ref TEXT NOT NULL, base_ref TEXT NOT NULL, draft INTEGER NOT NULL,
  merged_at TEXT, merged_by INTEGER REFERENCES users(id), maintainer_can_modify INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX pulls_by_head ON pulls (head_repo_id, head_ref);
CREATE TABLE labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, color TEXT NOT NULL, description TEXT, is_default INTEGER NOT NULL DEFAULT 0,
  UNIQUE (repo_id, name)
);
CREATE TABLE issue_labels (
  issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  label_id INTEGER NOT NULL REFERENCES labels(id) ON DELETE CASCADE, PRIMARY KEY (issue_id, label_id)
);
CREATE INDEX issue_labels_by_label ON issue_labels (label_id);
CREATE TABLE assignees (
  issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id), PRIMARY KEY (issue_id, user_id)
);
CREATE TABLE requested_reviewers (
  issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id), PRIMARY KEY (issue_id, user_id)
);
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES users(id), body TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE INDEX comments_by_issue ON comments (issue_id);
CREATE TABLE issue_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  actor_id INTEGER NOT NULL REFERENCES users(id), event TEXT NOT NULL, commit_sha TEXT, data TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE INDEX issue_events_by_issue ON issue_events (issue_id);
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES users(id), state TEXT NOT NULL, body TEXT NOT NULL, commit_sha TEXT NOT NULL, submitted_at TEXT
);
CREATE INDEX reviews_by_issue ON reviews (issue_id);
CREATE TABLE review_comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  review_id INTEGER NOT NULL REFERENCES reviews(id) ON DELETE CASCADE, author_id INTEGER NOT NULL REFERENCES users(id),
  path TEXT NOT NULL, side TEXT NOT NULL, line INTEGER, start_line INTEGER, start_side TEXT, position INTEGER NOT NULL,
  diff_hunk TEXT NOT NULL, commit_sha TEXT NOT NULL, body TEXT NOT NULL, reply_to INTEGER,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE INDEX review_comments_by_issue ON review_comments (issue_id);
CREATE TABLE statuses (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  sha TEXT NOT NULL, context TEXT NOT NULL, state TEXT NOT NULL, description TEXT, target_url TEXT,
  creator_id INTEGER NOT NULL REFERENCES users(id), created_at TEXT NOT NULL
);
CREATE INDEX statuses_by_sha ON statuses (repo_id, sha);
CREATE TABLE check_suites (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  sha TEXT NOT NULL, app_id INTEGER NOT NULL REFERENCES users(id), UNIQUE (repo_id, sha, app_id)
);
CREATE TABLE check_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  suite_id INTEGER NOT NULL REFERENCES check_suites(id), sha TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
  conclusion TEXT, started_at TEXT, completed_at TEXT, details_url TEXT, external_id TEXT, output TEXT NOT NULL,
  app_id INTEGER NOT NULL REFERENCES users(id)
);
CREATE INDEX check_runs_by_sha ON check_runs (repo_id, sha);
CREATE TABLE protections (
  repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE, branch TEXT NOT NULL, settings TEXT NOT NULL,
  PRIMARY KEY (repo_id, branch)
);
CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  active INTEGER NOT NULL, events TEXT NOT NULL, url TEXT NOT NULL, secret TEXT, content_type TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hook_id INTEGER NOT NULL REFERENCES hooks(id) ON DELETE CASCADE,
  guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT, status_code INTEGER NOT NULL, status TEXT NOT NULL,
  duration REAL NOT NULL, delivered_at TEXT NOT NULL
);
CREATE INDEX deliveries_by_hook ON deliveries (hook_id);
`,
  },
  {
    version: 2,
    name: 'people and checks',
    sql: `
ALTER TABLE check_suites ADD COLUMN rerequested INTEGER NOT NULL DEFAULT 0;
ALTER TABLE check_suites ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;
ALTER TABLE check_suites ADD COLUMN created_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00Z';
ALTER TABLE check_suites ADD COLUMN updated_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00Z';
ALTER TABLE check_runs ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;
ALTER TABLE review_comments ADD COLUMN subject_type TEXT NOT NULL DEFAULT 'line';
CREATE TABLE check_annotations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, run_id INTEGER NOT NULL REFERENCES check_runs(id) ON DELETE CASCADE, annotation TEXT NOT NULL
);
CREATE INDEX check_annotations_by_run ON check_annotations (run_id);
CREATE TABLE job_logs (run_id INTEGER PRIMARY KEY REFERENCES check_runs(id) ON DELETE CASCADE, text TEXT NOT NULL);
CREATE TABLE reactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  subject TEXT NOT NULL, subject_id INTEGER NOT NULL, user_id INTEGER NOT NULL REFERENCES users(id),
  content TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (subject, subject_id, user_id, content)
);
CREATE TABLE dependencies (
  issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  blocked_by INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE, PRIMARY KEY (issue_id, blocked_by)
);
CREATE INDEX dependencies_by_blocker ON dependencies (blocked_by);
CREATE TABLE sub_issues (
  child_id INTEGER PRIMARY KEY REFERENCES issues(id) ON DELETE CASCADE,
  parent_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE, place INTEGER NOT NULL
);
CREATE INDEX sub_issues_by_parent ON sub_issues (parent_id);
`,
  },
];
