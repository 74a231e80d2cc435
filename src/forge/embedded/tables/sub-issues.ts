import type { Database } from '../../../host/db/sqlite.ts';
import type { IssueRow } from './issues.ts';

/** In the order that people gave them. */
export function subIssuesOf(db: Database, parentId: number): IssueRow[] {
  return db.all<IssueRow>(
    'SELECT i.* FROM issues i JOIN sub_issues s ON s.child_id = i.id WHERE s.parent_id = ? ORDER BY s.place',
    parentId,
  );
}

export function parentOf(db: Database, childId: number): IssueRow | undefined {
  return db.get<IssueRow>(
    'SELECT i.* FROM issues i JOIN sub_issues s ON s.parent_id = i.id WHERE s.child_id = ?',
    childId,
  );
}

/** The issue's parent, its parent, and so on. */
export function ancestorsOf(db: Database, childId: number): IssueRow[] {
  const found: IssueRow[] = [];
  for (let next = parentOf(db, childId); next !== undefined; next = parentOf(db, next.id)) found.push(next);
  return found;
}

export function addSubIssue(db: Database, parentId: number, childId: number): void {
  db.run(
    `INSERT INTO sub_issues (child_id, parent_id, place)
     VALUES (?, ?, (SELECT ifnull(max(place), 0) + 1 FROM sub_issues WHERE parent_id = ?))
     ON CONFLICT (child_id) DO UPDATE SET parent_id = excluded.parent_id, place = excluded.place`,
    childId,
    parentId,
    parentId,
  );
}

export function removeSubIssue(db: Database, childId: number): void {
  db.run('DELETE FROM sub_issues WHERE child_id = ?', childId);
}

export function orderSubIssues(db: Database, order: readonly number[]): void {
  db.transaction(() => {
    for (const [place, childId] of order.entries())
      db.run('UPDATE sub_issues SET place = ? WHERE child_id = ?', place + 1, childId);
  });
}
