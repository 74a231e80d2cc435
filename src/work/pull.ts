import type { Issue } from './issue.ts';

export interface Pull extends Issue {
  draft: boolean;
  merged: boolean;
  mergeSha: string | null;
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
  line: number | null;
  body: string;
}

export interface ChangedFile {
  path: string;
  previousPath: string | null;
  status: 'added' | 'modified' | 'removed' | 'renamed' | 'copied' | 'changed' | 'unchanged';
  additions: number;
  deletions: number;
  patch: string | null;
}

/** One entry of what CI says of a commit: a check-run or a commit status. */
export interface Check {
  context: string;
  source: 'check_run' | 'status';
  state: 'success' | 'neutral' | 'skipped' | 'pending' | 'failure';
  description: string;
  url: string | null;
  author: string | null;
}
