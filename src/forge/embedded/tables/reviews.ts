import type { Database } from '../../../host/db/sqlite.ts';
import type { User } from './users.ts';

export type ReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';

export interface ReviewRow {
  id: number;
  issue_id: number;
  author_id: number;
  state: ReviewState;
  body: string;
  commit_sha: string;
  submitted_at: string | null;
}

export function reviewsOf(db: Database, issueId: number): ReviewRow[] {
  return db.all<ReviewRow>('SELECT * FROM reviews WHERE issue_id = ? ORDER BY id', issueId);
}

export function reviewOf(db: Database, issueId: number, id: number): ReviewRow | undefined {
  return db.get<ReviewRow>('SELECT * FROM reviews WHERE issue_id = ? AND id = ?', issueId, id);
}

export function insertReview(
  db: Database,
  issueId: number,
  author: User,
  review: { state: ReviewState; body: string; sha: string; at: string | null },
): ReviewRow {
  const { lastId } = db.run(
    'INSERT INTO reviews (issue_id, author_id, state, body, commit_sha, submitted_at) VALUES (?, ?, ?, ?, ?, ?)',
    issueId,
    author.id,
    review.state,
    review.body,
    review.sha,
    review.at,
  );
  return reviewOf(db, issueId, lastId) as ReviewRow;
}

/** The latest review of each person that approves or requests changes: what counts for merging. */
export function standingReviews(db: Database, issueId: number): ReviewRow[] {
  const latest = new Map<number, ReviewRow>();
  for (const review of reviewsOf(db, issueId)) {
    if (review.state === 'APPROVED' || review.state === 'CHANGES_REQUESTED')
      latest.set(review.author_id, review);
    if (review.state === 'DISMISSED') {
      const standing = latest.get(review.author_id);
      if (standing !== undefined && standing.id < review.id) latest.delete(review.author_id);
    }
  }
  return [...latest.values()];
}
