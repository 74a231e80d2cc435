import type { Database } from '../../../host/db/sqlite.ts';
import { insertEvent } from './events.ts';
import { touchIssue, type IssueRow } from './issues.ts';
import type { User } from './users.ts';

export interface LabelRow {
  id: number;
  repo_id: number;
  name: string;
  color: string;
  description: string | null;
  is_default: number;
}

export function labelNamed(db: Database, repoId: number, name: string): LabelRow | undefined {
  return db.get<LabelRow>('SELECT * FROM labels WHERE repo_id = ? AND name = ?', repoId, name);
}

export function labelsOf(db: Database, repoId: number): LabelRow[] {
  return db.all<LabelRow>('SELECT * FROM labels WHERE repo_id = ? ORDER BY name', repoId);
}

export function labelsOn(db: Database, issueId: number): LabelRow[] {
  return db.all<LabelRow>(
    'SELECT l.* FROM labels l JOIN issue_labels il ON il.label_id = l.id WHERE il.issue_id = ? ORDER BY l.id',
    issueId,
  );
}

export function insertLabel(
  db: Database,
  repoId: number,
  label: { name: string; color: string; description: string | null },
): LabelRow {
  db.run(
    'INSERT INTO labels (repo_id, name, color, description) VALUES (?, ?, ?, ?)',
    repoId,
    label.name,
    label.color,
    label.description,
  );
  return labelNamed(db, repoId, label.name) as LabelRow;
}

/** Adds labels, making unknown ones on the way (grey, as GitHub does). Gives those that were not there before. */
export function addLabels(
  db: Database,
  issue: IssueRow,
  names: readonly string[],
  actor: User,
  at: string,
): LabelRow[] {
  return db.transaction(() => {
    const added: LabelRow[] = [];
    for (const name of names) {
      const label =
        labelNamed(db, issue.repo_id, name) ??
        insertLabel(db, issue.repo_id, { name, color: 'ededed', description: null });
      const { changes } = db.run(
        'INSERT INTO issue_labels (issue_id, label_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
        issue.id,
        label.id,
      );
      if (changes === 0) continue;
      insertEvent(db, issue.id, actor, 'labeled', at, { label: { name: label.name, color: label.color } });
      touchIssue(db, issue.id, at);
      added.push(label);
    }
    return added;
  });
}

/** False when the label was not on it. */
export function removeLabel(
  db: Database,
  issue: IssueRow,
  label: LabelRow,
  actor: User,
  at: string,
): boolean {
  return db.transaction(() => {
    const { changes } = db.run(
      'DELETE FROM issue_labels WHERE issue_id = ? AND label_id = ?',
      issue.id,
      label.id,
    );
    if (changes === 0) return false;
    insertEvent(db, issue.id, actor, 'unlabeled', at, { label: { name: label.name, color: label.color } });
    touchIssue(db, issue.id, at);
    return true;
  });
}
