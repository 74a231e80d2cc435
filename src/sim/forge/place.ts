import type { LabelChange } from '../../forge/forge.ts';
import type { Comment, Issue, IssueEvent, Permission, Reaction } from '../../work/issue.ts';
import type { Check, Pull, Review, ReviewComment } from '../../work/pull.ts';

/** An issue or pull request with everything below it. */
export interface Thread {
  entry: Issue | Pull;
  comments: Comment[];
  reviews: Review[];
  remarks: ReviewComment[];
  labelled: LabelChange[];
  events: IssueEvent[];
}

/** A repository on the simulated forge. */
export interface Place {
  name: string;
  threads: Map<number, Thread>;
  /** By commit, every report ever; the newest of a context counts. */
  checks: Map<string, Check[]>;
  branches: Map<string, string>;
  labels: Set<string>;
  reactions: Map<string, Reaction[]>;
  permissions: Map<string, Permission>;
}

export const MAIN = 'main';

export function newPlace(name: string, tip: string): Place {
  return {
    name,
    threads: new Map(),
    checks: new Map(),
    branches: new Map([[MAIN, tip]]),
    labels: new Set(),
    reactions: new Map(),
    permissions: new Map(),
  };
}

/** The newest report of each context. */
export function standingChecks(all: readonly Check[]): Check[] {
  const latest = new Map<string, Check>();
  for (const check of all) latest.set(check.context, check);
  return [...latest.values()];
}
