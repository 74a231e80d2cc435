import type { Database } from '../../../host/db/sqlite.ts';

export interface ReviewCommentRow {
  id: number;
  issue_id: number;
  review_id: number;
  author_id: number;
  path: string;
  side: 'LEFT' | 'RIGHT';
  line: number | null;
  start_line: number | null;
  start_side: 'LEFT' | 'RIGHT' | null;
  position: number;
  subject_type: 'line' | 'file';
  diff_hunk: string;
  commit_sha: string;
  body: string;
  reply_to: number | null;
  created_at: string;
  updated_at: string;
}

export type NewReviewComment = Omit<ReviewCommentRow, 'id' | 'updated_at'>;

export function insertReviewComment(db: Database, fields: NewReviewComment): ReviewCommentRow {
  const { lastId } = db.run(
    `INSERT INTO review_comments (issue_id, review_id, author_id, path, side, line, start_line, start_side, position,
       diff_hunk, commit_sha, body, reply_to, created_at, updated_at, subject_type)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    fields.issue_id,
    fields.review_id,
    fields.author_id,
    fields.path,
    fields.side,
    fields.line,
    fields.start_line,
    fields.start_side,
    fields.position,
    fields.diff_hunk,
    fields.commit_sha,
    fields.body,
    fields.reply_to,
    fields.created_at,
    fields.created_at,
    fields.subject_type,
  );
  return db.get<ReviewCommentRow>('SELECT * FROM review_comments WHERE id = ?', lastId) as ReviewCommentRow;
}

/** Comments of submitted reviews; those of a pending one are seen by its author only. */
export function reviewCommentsOf(db: Database, issueId: number, viewerId: number): ReviewCommentRow[] {
  return db.all<ReviewCommentRow>(
    `SELECT c.* FROM review_comments c JOIN reviews r ON r.id = c.review_id
     WHERE c.issue_id = ? AND (r.state <> 'PENDING' OR r.author_id = ?) ORDER BY c.id`,
    issueId,
    viewerId,
  );
}

export function reviewCommentsInRepo(db: Database, repoId: number): ReviewCommentRow[] {
  return db.all<ReviewCommentRow>(
    `SELECT c.* FROM review_comments c JOIN reviews r ON r.id = c.review_id JOIN issues i ON i.id = c.issue_id
     WHERE i.repo_id = ? AND r.state <> 'PENDING' ORDER BY c.id`,
    repoId,
  );
}

export function commentsOfReview(db: Database, reviewId: number): ReviewCommentRow[] {
  return db.all<ReviewCommentRow>('SELECT * FROM review_comments WHERE review_id = ? ORDER BY id', reviewId);
}

export function reviewCommentInRepo(db: Database, repoId: number, id: number): ReviewCommentRow | undefined {
  return db.get<ReviewCommentRow>(
    'SELECT c.* FROM review_comments c JOIN issues i ON i.id = c.issue_id WHERE c.id = ? AND i.repo_id = ?',
    id,
    repoId,
  );
}
