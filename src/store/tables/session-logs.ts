import type { WorkId } from '../../work/ids.ts';

/** One row per agent session: the audit trail (`consumer_logs`). */
export interface SessionLog {
  id: string;
  repo: string;
  queueType: string;
  itemKey: WorkId;
  workerId: string;
  command: string;
  stdout: string;
  stderr: string;
  exitCode: number | null;
  startedAt: string;
  finishedAt: string;
  durationMs: number;
}

export interface SessionLogTable {
  add(log: SessionLog): Promise<void>;
  ofWork(work: WorkId): Promise<SessionLog[]>;
}
