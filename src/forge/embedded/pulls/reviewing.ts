import { z } from 'zod';
import { topOf } from './comment-place.ts';
import { diffLines, lineInDiff } from '../git/hunks.ts';
import { Problem } from '../http/problem.ts';
import { pullFiles, type PullShas } from './pull-state.ts';
import { nowOf, type Site } from '../site.ts';
import { touchIssue } from '../tables/issues.ts';
import { removePerson } from '../tables/people.ts';
import type { PullRow } from '../tables/pulls.ts';
import type { Repository } from '../tables/repositories.ts';
import { insertReviewComment, type NewReviewComment } from '../tables/review-comments.ts';
import type { ReviewState } from '../tables/reviews.ts';
import type { User } from '../tables/users.ts';

export const lineCommentSchema = z.object({
  path: z.string().min(1),
  body: z.string().min(1).max(65_536),
  line: z.int().min(1).optional(),
  side: z.enum(['LEFT', 'RIGHT']).default('RIGHT'),
  start_line: z.int().min(1).optional(),
  start_side: z.enum(['LEFT', 'RIGHT']).optional(),
  position: z.int().min(1).optional(),
  subject_type: z.enum(['line', 'file']).default('line'),
});
export type LineComment = z.infer<typeof lineCommentSchema>;

type Placed = Pick<
  NewReviewComment,
  'path' | 'body' | 'side' | 'line' | 'start_line' | 'start_side' | 'position' | 'diff_hunk' | 'subject_type'
>;

export const STATE_OF: Record<'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT', ReviewState> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
};

/** GitHub's rules of who may say what. */
export function refuseReview(
  pull: PullRow,
  author: User,
  event: keyof typeof STATE_OF | undefined,
  body: string,
  comments: number,
): void {
  if (author.id === pull.author_id && event === 'APPROVE')
    throw unprocessable('Review Can not approve your own pull request');
  if (author.id === pull.author_id && event === 'REQUEST_CHANGES') {
    throw unprocessable('Review Can not request changes on your own pull request');
  }
  if (event === 'REQUEST_CHANGES' && body.trim() === '')
    throw unprocessable('Review body is required when requesting changes');
  if (event === 'COMMENT' && body.trim() === '' && comments === 0)
    throw unprocessable('Review body is required for a comment');
}

export function unprocessable(reason: string): Problem {
  return new Problem(422, 'Unprocessable Entity', [reason]);
}

/** Finds the lines that comments mean. One outside the diff refuses all of them. */
export async function placeComments(
  site: Site,
  repo: Repository,
  shas: PullShas,
  comments: readonly LineComment[],
): Promise<Placed[]> {
  if (comments.length === 0) return [];
  const files = await pullFiles(site, repo, shas);
  return comments.map((comment) => {
    const file = files.find((entry) => entry.path === comment.path);
    if (file?.patch === undefined) throw unprocessable('Path could not be resolved');
    const { path, body, side, subject_type } = comment;
    if (subject_type === 'file') {
      const { position, hunk } = topOf(file.patch);
      const nowhere = { line: null, start_line: null, start_side: null };
      return { path, body, side, subject_type, ...nowhere, position, diff_hunk: hunk };
    }
    const found =
      comment.line === undefined
        ? byPosition(file.patch, comment.position)
        : { line: comment.line, at: lineInDiff(file.patch, comment.side, comment.line) };
    if (found?.at === undefined) throw unprocessable('Line could not be resolved');
    if (comment.start_line !== undefined) {
      const from = lineInDiff(file.patch, comment.start_side ?? comment.side, comment.start_line);
      if (from === undefined || from.position >= found.at.position)
        throw unprocessable('Start line must precede the end line.');
    }
    return {
      path,
      body,
      side,
      subject_type,
      line: found.line,
      start_line: comment.start_line ?? null,
      start_side: comment.start_line === undefined ? null : (comment.start_side ?? comment.side),
      position: found.at.position,
      diff_hunk: found.at.hunk,
    };
  });
}

function byPosition(patch: string, position: number | undefined) {
  const at = diffLines(patch).find((line) => line.position === position);
  return at === undefined ? undefined : { line: at.right ?? at.left ?? 1, at };
}

export function storeComments(
  site: Site,
  pull: PullRow,
  reviewId: number,
  author: User,
  sha: string,
  placed: readonly Placed[],
): void {
  for (const comment of placed) {
    insertReviewComment(site.db, {
      ...comment,
      issue_id: pull.id,
      review_id: reviewId,
      author_id: author.id,
      commit_sha: sha,
      reply_to: null,
      created_at: nowOf(site),
    });
  }
}

/** A submitted review answers the request for it. */
export function noteSubmitted(site: Site, pull: PullRow, author: User): void {
  removePerson(site.db, 'requested_reviewers', pull.id, author);
  touchIssue(site.db, pull.id, nowOf(site));
}
