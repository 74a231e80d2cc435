import type { StepRecord } from '../../store/store.ts';

/** The finished steps of a run, as `decide` sees them. */
export interface History {
  readonly steps: readonly StepRecord[];
  /** The recorded result, or undefined when that step is not finished. */
  result<T>(name: string, round?: number): T | undefined;
  has(name: string, round?: number): boolean;
  /** The newest kept commit of the run. */
  lastCommit(): string | undefined;
  costUsd(): number;
}

export function history(steps: readonly StepRecord[]): History {
  const find = (name: string, round: number) =>
    steps.find((step) => step.name === name && step.round === round);
  return {
    steps,
    result: <T>(name: string, round = 0) => find(name, round)?.result as T | undefined,
    has: (name, round = 0) => find(name, round) !== undefined,
    lastCommit: () => steps.findLast((step) => step.commit !== null)?.commit ?? undefined,
    costUsd: () => steps.reduce((sum, step) => sum + step.costUsd, 0),
  };
}
