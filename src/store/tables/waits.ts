import type { WorkId } from '../../work/ids.ts';

/** Items in no queue that wait for something else than their own time: another issue, a check, another pull request. */
export interface WaitRecord {
  work: WorkId;
  title: string;
  reason: string;
  /** Since when it waits for exactly this. */
  since: number;
}

export interface WaitTable {
  /** True when it is a new reason; the same one again keeps its time. */
  put(wait: WaitRecord): Promise<boolean>;
  clear(work: WorkId): Promise<void>;
  get(work: WorkId): Promise<WaitRecord | undefined>;
  ofRepo(repo: string): Promise<WaitRecord[]>;
  all(): Promise<WaitRecord[]>;
}
