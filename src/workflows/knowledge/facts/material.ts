import type { CommandRun } from '../../../sessions/activity/command-run.ts';
import type { RecordedEvent } from '../../../work/events.ts';
import type { Finding } from '../../../work/finding.ts';
import type { WorkId } from '../../../work/ids.ts';

/** Everything that is known of one repository's day, read and joined; what it amounts to is counted from here on. */
export interface DayMaterial {
  repo: string;
  /** The local date. */
  day: string;
  /** When it began and when it was over. */
  from: number;
  to: number;
  /** What happened to the repository's items on the day and the day before, and to agents, in order. */
  events: readonly RecordedEvent[];
  /** How items left and what went wrong in the week before. */
  earlier: readonly RecordedEvent[];
  reviews: readonly ReviewRound[];
  /** The day's sessions of its items. */
  sessions: readonly TaskSession[];
  /** Tool counts of the sessions of a month up to the day: what is usual. */
  usual: readonly Readonly<Record<string, number>>[];
  costs: readonly Spent[];
}

/** One finished round of review with what was new in it. */
export interface ReviewRound {
  work: WorkId;
  findings: readonly Pick<Finding, 'body' | 'category' | 'severity' | 'path'>[];
}

export interface TaskSession {
  id: string;
  work: WorkId;
  agent: string;
  tools: Readonly<Record<string, number>>;
  commands: readonly CommandRun[];
  /** Paths as they are in the repository. */
  edits: readonly { seq: number; path: string }[];
}

export interface Spent {
  work: WorkId;
  role: string;
  model: string;
  usd: number;
  tokens: number;
}
