import type { WorkId, WorkType } from './ids.ts';
import type { Phase } from './phases.ts';

/** One issue, PR review or merge while it is in the queue. Never stored: rebuilt from labels. */
export interface WorkItem {
  id: WorkId;
  type: WorkType;
  repo: string;
  number: number;
  title: string;
  author: string;
  createdAt: string;
  updatedAt: string;
  /** Head of the pull request when it was found; empty for issues. */
  headSha: string;
  /** The branch a pull request goes into; empty for issues. */
  baseRef: string;
  phase: Phase;
  queuedAt: number;
}
