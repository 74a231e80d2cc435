import type { Database } from '../../../host/sqlite.ts';

export interface StatusRow {
  id: number;
  repo_id: number;
  sha: string;
  context: string;
  state: 'success' | 'failure' | 'pending' | 'error';
  description: string | null;
  target_url: string | null;
  creator_id: number;
  created_at: string;
}

export interface CheckRunRow {
  id: number;
  repo_id: number;
  suite_id: number;
  sha: string;
  name: string;
  status: string;
  conclusion: string | null;
  started_at: string | null;
  completed_at: string | null;
  details_url: string | null;
  external_id: string | null;
  /** JSON: title, summary, text, annotations_count. */
  output: string;
  app_id: number;
}

/** Newest first, as GitHub lists them. */
export function statusesOf(db: Database, repoId: number, sha: string): StatusRow[] {
  return db.all<StatusRow>(
    'SELECT * FROM statuses WHERE repo_id = ? AND sha = ? ORDER BY id DESC',
    repoId,
    sha,
  );
}

/** The newest status of each context. */
export function latestStatuses(db: Database, repoId: number, sha: string): StatusRow[] {
  const seen = new Set<string>();
  return statusesOf(db, repoId, sha).filter(
    (status) => !seen.has(status.context) && seen.add(status.context),
  );
}

export function checkRunsOf(db: Database, repoId: number, sha: string): CheckRunRow[] {
  return db.all<CheckRunRow>(
    'SELECT * FROM check_runs WHERE repo_id = ? AND sha = ? ORDER BY id DESC',
    repoId,
    sha,
  );
}

/** The newest check-run of each app and name. */
export function latestCheckRuns(db: Database, repoId: number, sha: string): CheckRunRow[] {
  const seen = new Set<string>();
  return checkRunsOf(db, repoId, sha).filter((run) => {
    const key = `${run.app_id}:${run.name}`;
    return !seen.has(key) && seen.add(key);
  });
}

export function checkRunInRepo(db: Database, repoId: number, id: number): CheckRunRow | undefined {
  return db.get<CheckRunRow>('SELECT * FROM check_runs WHERE repo_id = ? AND id = ?', repoId, id);
}

export function suiteOf(db: Database, repoId: number, sha: string, appId: number): number {
  db.run(
    'INSERT INTO check_suites (repo_id, sha, app_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    repoId,
    sha,
    appId,
  );
  const row = db.get<{ id: number }>(
    'SELECT id FROM check_suites WHERE repo_id = ? AND sha = ? AND app_id = ?',
    repoId,
    sha,
    appId,
  );
  return row?.id ?? 0;
}

/** What of the required contexts is not (yet) successful on this commit. */
export function unmetContexts(
  db: Database,
  repoId: number,
  sha: string,
  required: readonly string[],
): string[] {
  const good = new Set([
    ...latestStatuses(db, repoId, sha)
      .filter((s) => s.state === 'success')
      .map((s) => s.context),
    ...latestCheckRuns(db, repoId, sha)
      .filter((run) => ['success', 'neutral', 'skipped'].includes(run.conclusion ?? ''))
      .map((run) => run.name),
  ]);
  return required.filter((context) => !good.has(context));
}
