import type { Database } from '../../../host/db/sqlite.ts';
import { touchIssue } from './issues.ts';
import type { User } from './users.ts';

export interface CommentRow {
  id: number;
  issue_id: number;
  author_id: number;
  body: string;
  created_at: string;
  updated_at: string;
}

export function insertComment(
  db: Database,
  issueId: number,
  author: User,
  body: string,
  at: string,
): CommentRow {
  return db.transaction(() => {
    const { lastId } = db.run(
      'INSERT INTO comments (issue_id, author_id, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      issueId,
      author.id,
      body,
      at,
      at,
    );
    touchIssue(db, issueId, at);
    return db.get<CommentRow>('SELECT * FROM comments WHERE id = ?', lastId) as CommentRow;
  });
}

export function commentInRepo(db: Database, repoId: number, id: number): CommentRow | undefined {
  return db.get<CommentRow>(
    'SELECT c.* FROM comments c JOIN issues i ON i.id = c.issue_id WHERE c.id = ? AND i.repo_id = ?',
    id,
    repoId,
  );
}

export function commentsInRepo(db: Database, repoId: number): CommentRow[] {
  return db.all<CommentRow>(
    'SELECT c.* FROM comments c JOIN issues i ON i.id = c.issue_id WHERE i.repo_id = ? ORDER BY c.id',
    repoId,
  );
}

export function commentsOf(db: Database, issueId: number): CommentRow[] {
  return db.all<CommentRow>('SELECT * FROM comments WHERE issue_id = ? ORDER BY id', issueId);
}

export function countComments(db: Database, issueId: number): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM comments WHERE issue_id = ?', issueId)?.n ?? 0;
}
