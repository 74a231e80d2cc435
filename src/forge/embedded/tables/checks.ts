import type { Database } from '../../../host/db/sqlite.ts';

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
  /** JSON: title, summary, text. Annotations have a table of their own, since they are appended. */
  output: string;
  app_id: number;
  /** Which run of the workflow made it. */
  attempt: number;
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

export function checkRunsInSuite(db: Database, suiteId: number): CheckRunRow[] {
  return db.all<CheckRunRow>('SELECT * FROM check_runs WHERE suite_id = ? ORDER BY id DESC', suiteId);
}

export type NewCheckRun = Omit<CheckRunRow, 'id'>;

export function insertCheckRun(db: Database, run: NewCheckRun): CheckRunRow {
  const { lastId } = db.run(
    `INSERT INTO check_runs (repo_id, suite_id, sha, name, status, conclusion, started_at, completed_at, details_url,
       external_id, output, app_id, attempt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run.repo_id,
    run.suite_id,
    run.sha,
    run.name,
    run.status,
    run.conclusion,
    run.started_at,
    run.completed_at,
    run.details_url,
    run.external_id,
    run.output,
    run.app_id,
    run.attempt,
  );
  return checkRunInRepo(db, run.repo_id, lastId) as CheckRunRow;
}

export function updateCheckRun(db: Database, run: CheckRunRow): void {
  db.run(
    `UPDATE check_runs SET name = ?, status = ?, conclusion = ?, started_at = ?, completed_at = ?, details_url = ?,
       external_id = ?, output = ? WHERE id = ?`,
    run.name,
    run.status,
    run.conclusion,
    run.started_at,
    run.completed_at,
    run.details_url,
    run.external_id,
    run.output,
    run.id,
  );
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
