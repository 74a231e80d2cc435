import type { WorkType } from './ids.ts';

export type IssuePhase = 'Pending' | 'Analyzing' | 'Ready' | 'Implementing';
export type PullPhase = 'Pending' | 'Reviewing' | 'ReviewDone' | 'Improving' | 'Improved';
export type MergePhase = 'Pending' | 'Merging' | 'Conflict';
export type Phase = IssuePhase | PullPhase | MergePhase;

/** How a work item left the queue. */
export type Outcome = 'done' | 'skip' | 'failed';

export const PHASES = {
  issue: ['Pending', 'Analyzing', 'Ready', 'Implementing'],
  pr: ['Pending', 'Reviewing', 'ReviewDone', 'Improving', 'Improved'],
  merge: ['Pending', 'Merging', 'Conflict'],
} as const satisfies Record<WorkType, readonly Phase[]>;
