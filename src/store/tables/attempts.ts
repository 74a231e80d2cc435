import type { RunId, WorkId } from '../../work/ids.ts';

/** How often a work item failed on the same input, and when it may be tried again. */
export interface AttemptRecord {
  work: WorkId;
  inputHash: string;
  failures: number;
  notBefore: number;
  lastError: string;
  /** What the next attempt takes over from the failed run, and what it should know. */
  carryFrom: RunId | null;
  carry: { name: string; round: number }[];
  lesson: { text: string; commit: string | null } | null;
}

export interface AttemptTable {
  get(work: WorkId): Promise<AttemptRecord | undefined>;
  put(record: AttemptRecord): Promise<void>;
  clear(work: WorkId): Promise<void>;
  /** How often each of these items failed; none for one that did not. */
  failures(works: readonly WorkId[]): Promise<Map<WorkId, number>>;
  waiting(now: number): Promise<AttemptRecord[]>;
  /** Those of a repository whose time has come. */
  due(repo: string, now: number): Promise<AttemptRecord[]>;
}
