import type { Issue } from './issue.ts';

export interface Pull extends Issue {
  draft: boolean;
  merged: boolean;
  /** Null in lists, and while it is not merged. */
  mergedBy: string | null;
  mergeSha: string | null;
  /** Who was asked for a review and has not given it since. */
  requestedReviewers: string[];
  head: { ref: string; sha: string; repo: string | null; owner: string | null };
  base: { ref: string; sha: string };
  /** null while the forge is still computing it. Lists do not carry it. */
  mergeable: boolean | null;
}

export function isPull(entry: Issue | Pull): entry is Pull {
  return 'head' in entry;
}

export type ReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';

export interface Review {
  id: number;
  author: string;
  state: ReviewState;
  body: string;
  commitSha: string | null;
  submittedAt: string;
  url: string;
}

export interface ReviewComment {
  id: number;
  reviewId: number | null;
  author: string;
  path: string;
  /** Where it stands now; where it stood, when it is outdated; null for a comment on the whole file. */
  line: number | null;
  /** Its line is not in the present diff any more. */
  outdated: boolean;
  /** The first comment of the thread that it answers. */
  replyTo: number | null;
  diffHunk: string;
  body: string;
  createdAt: string;
  updatedAt: string;
  url: string;
}

/** A comment on a line with the answers to it, oldest first. The REST API does not say whether it was resolved. */
export interface ReviewThread {
  /** The first comment's. */
  id: number;
  path: string;
  line: number | null;
  outdated: boolean;
  comments: ReviewComment[];
}

export interface ChangedFile {
  path: string;
  previousPath: string | null;
  status: 'added' | 'modified' | 'removed' | 'renamed' | 'copied' | 'changed' | 'unchanged';
  additions: number;
  deletions: number;
  patch: string | null;
}

/**
 * The latest review of each person that approves or requests changes and was not dismissed: what stands. What the
 * program says under a person's login is apart from what that person says: neither takes back the other's.
 */
export function standingReviews(reviews: readonly Review[], isOurs: (review: Review) => boolean): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    const key = `${isOurs(review)} ${review.author}`;
    if (review.state === 'APPROVED' || review.state === 'CHANGES_REQUESTED') latest.set(key, review);
    // A dismissed review keeps its place in the list; what the same person said before it was replaced by it.
    if (review.state === 'DISMISSED') latest.delete(key);
  }
  return [...latest.values()];
}

/** One entry of what CI says of a commit: a check-run or a commit status. */
export interface Check {
  context: string;
  source: 'check_run' | 'status';
  state: 'success' | 'neutral' | 'skipped' | 'pending' | 'failure';
  /** GitHub's own word for how it ended (`timed_out`, `cancelled`, `action_required` …); null while it has not. */
  conclusion: string | null;
  description: string;
  url: string | null;
  author: string | null;
  /** The check-run's number; null for a commit status, which has no output and cannot be run again. */
  id: number | null;
}

export interface CheckAnnotation {
  path: string;
  startLine: number;
  endLine: number;
  level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

/** What a check says for itself. All of it was written by others. */
export interface CheckLog {
  title: string;
  summary: string;
  text: string;
  annotations: CheckAnnotation[];
  /** The end of the job's log; empty where there is none to read. */
  tail: string;
  /** The log is longer than what is here. */
  cut: boolean;
}
