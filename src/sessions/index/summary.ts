import type { Database } from '../../host/db/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';

/** What an update did, and what the index holds now. */
export interface IndexSummary {
  db: string;
  files: number;
  read: number;
  appended: number;
  unchanged: number;
  removed: number;
  sessions: number;
  unknown_records: number;
  broken_lines: number;
  long_lines: number;
}

export function summaryOf(db: Database, path: string, done: Partial<IndexSummary>): IndexSummary {
  const totals = db.get<Pick<IndexSummary, 'files' | 'unknown_records' | 'broken_lines' | 'long_lines'>>(
    `SELECT count(*) AS files, coalesce(sum(unknown_records), 0) AS unknown_records,
       coalesce(sum(broken_lines), 0) AS broken_lines, coalesce(sum(long_lines), 0) AS long_lines FROM files`,
  );
  return {
    db: path,
    files: totals?.files ?? 0,
    read: done.read ?? 0,
    appended: done.appended ?? 0,
    unchanged: done.unchanged ?? 0,
    removed: done.removed ?? 0,
    sessions: db.get<{ n: number }>('SELECT count(*) AS n FROM sessions')?.n ?? 0,
    unknown_records: totals?.unknown_records ?? 0,
    broken_lines: totals?.broken_lines ?? 0,
    long_lines: totals?.long_lines ?? 0,
  };
}

/** A project without a single transcript is most likely a mistyped path. */
export function refuseNothing(db: Database, project: string | undefined): void {
  if (project === undefined || db.get('SELECT id FROM sessions LIMIT 1') !== undefined) return;
  throw new AutodevError('not_found', `no transcripts of ${project}`, {
    why: 'no agent has kept a session for that working folder',
    hint: 'name the folder the agent ran in, or leave --project out to see all projects',
  });
}
