import type { RunId, WorkId } from '../../work/ids.ts';

export interface StepRecord {
  run: RunId;
  name: string;
  round: number;
  status: 'started' | 'done' | 'failed';
  result: unknown;
  /** The kept commit, for steps that change files. */
  commit: string | null;
  costUsd: number;
  error: string | null;
  carriedFrom: RunId | null;
  startedAt: string;
  finishedAt: string | null;
}

export interface StepTable {
  /** Finished steps of a run in the order they were finished. */
  finished(run: RunId): Promise<StepRecord[]>;
  /** Recorded before it is done. */
  start(run: RunId, name: string, round: number): Promise<void>;
  finish(
    run: RunId,
    name: string,
    round: number,
    done: { result: unknown; commit: string | null; costUsd: number },
  ): Promise<void>;
  fail(run: RunId, name: string, round: number, failed: { error: string; costUsd: number }): Promise<void>;
  /** Copies finished steps of an earlier run: they are not paid again. */
  carry(from: RunId, to: RunId, keys: readonly { name: string; round: number }[]): Promise<void>;
  /** How many steps of this name this work has finished, over all its runs. */
  count(work: WorkId, name: string): Promise<number>;
  /** What every finished step of this name left behind, over all runs, in a span of time where one is given. */
  named(name: string, span?: { from: number; to: number }): Promise<NamedResult[]>;
}

export interface NamedResult {
  work: WorkId;
  round: number;
  result: unknown;
  finishedAt: string;
}
