import type { Database } from '../../../host/db/sqlite.ts';
import type { IssueRow } from './issues.ts';

/** Issues that must be closed before this one, in the order of their numbers. */
export function blockersOf(db: Database, issueId: number): IssueRow[] {
  return db.all<IssueRow>(
    'SELECT i.* FROM issues i JOIN dependencies d ON d.blocked_by = i.id WHERE d.issue_id = ? ORDER BY i.id',
    issueId,
  );
}

export function blockedBy(db: Database, issueId: number): IssueRow[] {
  return db.all<IssueRow>(
    'SELECT i.* FROM issues i JOIN dependencies d ON d.issue_id = i.id WHERE d.blocked_by = ? ORDER BY i.id',
    issueId,
  );
}

/** Whether `issueId` waits for `otherId`, directly or through others. */
export function waitsFor(db: Database, issueId: number, otherId: number): boolean {
  const found = db.get(
    `WITH RECURSIVE ahead (id) AS (
       SELECT blocked_by FROM dependencies WHERE issue_id = ? UNION
       SELECT d.blocked_by FROM dependencies d JOIN ahead a ON d.issue_id = a.id
     ) SELECT 1 AS yes FROM ahead WHERE id = ?`,
    issueId,
    otherId,
  );
  return found !== undefined;
}

/** False when it was there already. */
export function addDependency(db: Database, issueId: number, blockerId: number): boolean {
  return (
    db.run(
      'INSERT INTO dependencies (issue_id, blocked_by) VALUES (?, ?) ON CONFLICT DO NOTHING',
      issueId,
      blockerId,
    ).changes > 0
  );
}

/** False when it was not there. */
export function removeDependency(db: Database, issueId: number, blockerId: number): boolean {
  return (
    db.run('DELETE FROM dependencies WHERE issue_id = ? AND blocked_by = ?', issueId, blockerId).changes > 0
  );
}
