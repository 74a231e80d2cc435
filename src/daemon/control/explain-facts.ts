import type { Explanation } from '../../api/explanation.ts';
import type { Rest } from '../../agents/rest/rest.ts';
import type { AttemptRecord } from '../../store/tables/attempts.ts';
import type { Question } from '../../store/tables/questions.ts';
import type { RecordedEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Prospect } from '../intake/prospect.ts';
import type { RepositoryState } from './repository-state.ts';
import type { Slots } from './wait.ts';

/** Everything that bears on why an item stands where it stands. */
export interface Facts {
  id: WorkId;
  now: number;
  title: string;
  daemon: Explanation['daemon'];
  /** Outside the daemon's active hours: when they begin again. */
  restsUntil: number | null;
  /** Undefined: it is in no queue. */
  queued:
    | { phase: string; running: boolean; restsUntil: number | null; agents?: readonly Rest[] }
    | undefined;
  slots: Slots;
  repository: RepositoryState;
  attempt: AttemptRecord | undefined;
  /** What it waits for besides its own time. */
  other: { reason: string } | undefined;
  questions: readonly Question[];
  /** Oldest first. */
  events: readonly RecordedEvent[];
  labels: readonly string[] | null;
  /** Whether the label `done` means that it is finished. */
  finishedByLabel: boolean;
  /** Whether it stands on the forge at all, where labels can be changed by hand. */
  onForge: boolean;
  /** What the next scan would say of it; undefined when it is queued, or nobody could be asked. */
  prospect: Prospect | undefined;
  costUsd: number;
  /** That people closed the pull request of the finished item without merging it, in words. */
  rejected?: string | undefined;
  /** That its pull request was merged, by whomever, in words. */
  merged?: string | undefined;
  /** Where the work is that was finished before the item was changed, in words. */
  kept?: string | undefined;
}

export type Told = Pick<Explanation, 'state' | 'because' | 'waits_for' | 'wakes_at' | 'next'>;

export const NOTHING = { waits_for: null, wakes_at: null };
