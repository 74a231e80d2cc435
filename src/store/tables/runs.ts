import type { RunId, WorkId } from '../../work/ids.ts';
import type { Outcome, RunStatus } from '../../work/standings.ts';

export interface RunRecord {
  id: RunId;
  work: WorkId;
  attempt: number;
  inputHash: string;
  /** The frozen input, as it was when the run was submitted. */
  input: unknown;
  status: RunStatus;
  reason: string;
  /** How its item is leaving the queue, from before its labels change until the run has ended. */
  leaving: Leaving | null;
  startedAt: string;
  finishedAt: string | null;
}

export interface Leaving {
  outcome: Outcome;
  reason: string;
  /** The question it leaves with. */
  question?: string;
}

export interface RunTable {
  /** Keeps the run that is already there under this id. */
  submit(run: {
    id: RunId;
    work: WorkId;
    attempt: number;
    inputHash: string;
    input: unknown;
  }): Promise<RunRecord>;
  get(id: RunId): Promise<RunRecord | undefined>;
  /** The newest run of this work that has not ended. */
  unfinished(work: WorkId): Promise<RunRecord | undefined>;
  /** Every run of a work item, oldest first. */
  ofWork(work: WorkId): Promise<RunRecord[]>;
  latest(work: WorkId): Promise<RunRecord | undefined>;
  /** The newest run of each work item of a repository, where that has not ended. */
  open(repo: string): Promise<RunRecord[]>;
  leave(id: RunId, leaving: Leaving): Promise<void>;
  finish(id: RunId, status: Exclude<RunStatus, 'running' | 'question'>, reason: string): Promise<void>;
  /** From running to question: it waits for a person's answer and goes on from there. */
  setAside(id: RunId, reason: string): Promise<void>;
  /** From question to running. */
  goOn(id: RunId): Promise<void>;
}
