import type { StepRecord } from '../../src/store/tables/steps.ts';
import type { RunId } from '../../src/work/ids.ts';
import { history, type History, type StepResults } from '../../src/workflows/engine/steps/history.ts';

/** A history in which these steps are finished, in this order: `['analyze', 0, result, commit?]`. */
export function finished<Results extends StepResults>(
  ...steps: [name: string, round: number, result: unknown, commit?: string][]
): History<Results> {
  return history(
    steps.map(([name, round, result, commit]): StepRecord => ({
      run: 'r' as RunId,
      name,
      round,
      status: 'done',
      result,
      commit: commit ?? null,
      costUsd: 0,
      error: null,
      carriedFrom: null,
      startedAt: '',
      finishedAt: '',
    })),
  );
}
