import type { Database } from '../../../host/db/sqlite.ts';
import { checkRunsInSuite, type CheckRunRow } from './checks.ts';

export interface CheckSuiteRow {
  id: number;
  repo_id: number;
  sha: string;
  app_id: number;
  /** 1 after somebody asked for it again, until the app reports anew. */
  rerequested: number;
  /** How often a workflow has run; 1 at first. */
  attempt: number;
  created_at: string;
  updated_at: string;
}

/** One suite for each commit and app, made when it is first needed. */
export function suiteOf(db: Database, repoId: number, sha: string, appId: number, at: string): CheckSuiteRow {
  db.run(
    `INSERT INTO check_suites (repo_id, sha, app_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    repoId,
    sha,
    appId,
    at,
    at,
  );
  return db.get<CheckSuiteRow>(
    'SELECT * FROM check_suites WHERE repo_id = ? AND sha = ? AND app_id = ?',
    repoId,
    sha,
    appId,
  ) as CheckSuiteRow;
}

export function suiteInRepo(db: Database, repoId: number, id: number): CheckSuiteRow | undefined {
  return db.get<CheckSuiteRow>('SELECT * FROM check_suites WHERE repo_id = ? AND id = ?', repoId, id);
}

export function suitesOf(db: Database, repoId: number, sha: string): CheckSuiteRow[] {
  return db.all<CheckSuiteRow>(
    'SELECT * FROM check_suites WHERE repo_id = ? AND sha = ? ORDER BY id',
    repoId,
    sha,
  );
}

export function suitesOfApp(db: Database, repoId: number, slug: string): CheckSuiteRow[] {
  return db.all<CheckSuiteRow>(
    `SELECT s.* FROM check_suites s JOIN users u ON u.id = s.app_id WHERE s.repo_id = ? AND u.login = ? ORDER BY s.id DESC`,
    repoId,
    `${slug}[bot]`,
  );
}

/** Asked for again: the suite is queued without a conclusion; its runs stay as they are until the app reports. */
export function rerequestSuite(db: Database, id: number, at: string): void {
  db.run('UPDATE check_suites SET rerequested = 1, updated_at = ? WHERE id = ?', at, id);
}

export function noteReported(db: Database, id: number, at: string): void {
  db.run('UPDATE check_suites SET rerequested = 0, updated_at = ? WHERE id = ?', at, id);
}

export interface SuiteState {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
}

const WORST = [
  'failure',
  'timed_out',
  'action_required',
  'cancelled',
  'stale',
  'success',
  'neutral',
  'skipped',
];

export function suiteState(db: Database, suite: CheckSuiteRow): SuiteState {
  const runs = newestRuns(checkRunsInSuite(db, suite.id));
  if (suite.rerequested === 1 || runs.length === 0) return { status: 'queued', conclusion: null };
  if (runs.some((run) => run.status !== 'completed')) {
    const started = runs.some((run) => run.status === 'in_progress' || run.status === 'completed');
    return { status: started ? 'in_progress' : 'queued', conclusion: null };
  }
  const found = new Set(runs.map((run) => run.conclusion ?? 'neutral'));
  return { status: 'completed', conclusion: WORST.find((word) => found.has(word)) ?? 'neutral' };
}

/** The newest run of each name, for runs given newest first. */
export function newestRuns(runs: readonly CheckRunRow[]): CheckRunRow[] {
  const seen = new Set<string>();
  return runs.filter((run) => !seen.has(run.name) && seen.add(run.name));
}
