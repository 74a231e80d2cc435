import type { StepRecord } from '../../../store/tables/steps.ts';

/** What each step and question of a flow leaves behind, by name; a question's is a `PersonAnswer`. */
export type StepResults = object;

export type StepName<Results extends StepResults> = keyof Results & string;

/** The finished steps of a run, as `decide` sees them. */
export interface History<Results extends StepResults = Record<string, unknown>> {
  readonly steps: readonly StepRecord[];
  /** The recorded result, or undefined when that step is not finished. */
  result<Name extends StepName<Results>>(name: Name, round?: number): Results[Name] | undefined;
  /** The result of a step that `decide` saw finished before it chose this one. */
  required<Name extends StepName<Results>>(name: Name, round?: number): Results[Name];
  /** The results of every round of a step, in the order they were finished. */
  results<Name extends StepName<Results>>(name: Name): Results[Name][];
  has(name: StepName<Results>, round?: number): boolean;
  /** The newest kept commit of the run. */
  lastCommit(): string | undefined;
  /** The same, for a step that comes after one that keeps a commit. */
  keptCommit(): string;
  costUsd(): number;
}

/** Results are taken as they are: those out of the journal were checked by `readJournal`. */
export function history<Results extends StepResults = Record<string, unknown>>(
  steps: readonly StepRecord[],
): History<Results> {
  const find = (name: string, round: number) =>
    steps.find((step) => step.name === name && step.round === round);
  const lastCommit = () => steps.findLast((step) => step.commit !== null)?.commit ?? undefined;
  // The one place where a name of the journal becomes a type.
  const resultOf = <Name extends StepName<Results>>(step: StepRecord) => step.result as Results[Name];
  return {
    steps,
    result: (name, round = 0) => {
      const step = find(name, round);
      return step && resultOf(step);
    },
    required: (name, round = 0) => {
      const step = find(name, round);
      if (step === undefined) throw new Error(`round ${round} of the step ${name} is not finished`);
      return resultOf(step);
    },
    results: (name) => steps.filter((step) => step.name === name).map((step) => resultOf(step)),
    has: (name, round = 0) => find(name, round) !== undefined,
    lastCommit,
    keptCommit: () => {
      const commit = lastCommit();
      if (commit === undefined) throw new Error('the run has kept no commit');
      return commit;
    },
    costUsd: () => steps.reduce((sum, step) => sum + step.costUsd, 0),
  };
}
