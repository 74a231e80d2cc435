import type { WorkType } from './ids.ts';

export type IssuePhase = 'Pending' | 'Analyzing' | 'Ready' | 'Implementing';
export type PullPhase = 'Pending' | 'Reviewing' | 'ReviewDone' | 'Improving' | 'Improved';
export type MergePhase = 'Pending' | 'Merging' | 'Conflict';
export type Phase = IssuePhase | PullPhase | MergePhase;

/**
 * How a work item left the queue. done, skip: finished. failed: tried again later. again: back as unlabelled
 * (a resolved conflict wants a new review). waits: not now, a later scan finds it again by itself.
 * dropped: people took it out of our hands.
 */
export type Outcome = 'done' | 'skip' | 'failed' | 'again' | 'waits' | 'dropped';

export const PHASES = {
  issue: ['Pending', 'Analyzing', 'Ready', 'Implementing'],
  pr: ['Pending', 'Reviewing', 'ReviewDone', 'Improving', 'Improved'],
  merge: ['Pending', 'Merging', 'Conflict'],
} as const satisfies Record<WorkType, readonly Phase[]>;
