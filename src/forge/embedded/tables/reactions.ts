import type { Database } from '../../../host/db/sqlite.ts';
import type { User } from './users.ts';

export const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type Content = (typeof CONTENTS)[number];
export type Subject = 'issue' | 'comment' | 'review_comment';

export interface ReactionRow {
  id: number;
  repo_id: number;
  subject: Subject;
  subject_id: number;
  user_id: number;
  content: Content;
  created_at: string;
}

export function reactionsOn(db: Database, subject: Subject, id: number): ReactionRow[] {
  return db.all<ReactionRow>(
    'SELECT * FROM reactions WHERE subject = ? AND subject_id = ? ORDER BY id',
    subject,
    id,
  );
}

/** `made` is false when the same person had said the same before. */
export function addReaction(
  db: Database,
  repoId: number,
  subject: Subject,
  id: number,
  user: User,
  content: Content,
  at: string,
): { row: ReactionRow; made: boolean } {
  const { changes } = db.run(
    `INSERT INTO reactions (repo_id, subject, subject_id, user_id, content, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    repoId,
    subject,
    id,
    user.id,
    content,
    at,
  );
  const row = reactionsOn(db, subject, id).find(
    (other) => other.user_id === user.id && other.content === content,
  ) as ReactionRow;
  return { row, made: changes > 0 };
}

export function removeReaction(db: Database, id: number): void {
  db.run('DELETE FROM reactions WHERE id = ?', id);
}

/** With what they were about. */
export function removeReactionsOn(db: Database, subject: Subject, id: number): void {
  db.run('DELETE FROM reactions WHERE subject = ? AND subject_id = ?', subject, id);
}
