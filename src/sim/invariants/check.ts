import type { Facts } from './facts.ts';
import type { Invariant, Violation } from './invariant.ts';
import { labelsAgree } from './labels-agree.ts';
import { logTellsAll } from './log-tells-all.ts';
import { mergeByTheRules } from './merge-by-the-rules.ts';
import { nothingForgotten } from './nothing-forgotten.ts';
import { nothingLeft } from './nothing-left.ts';
import { nothingPaidTwice } from './nothing-paid-twice.ts';
import { nothingTwice } from './nothing-twice.ts';
import { onePullPerIssue } from './one-pull-per-issue.ts';
import { withinBudget } from './within-budget.ts';
import { withinLimits } from './within-limits.ts';

/** What is right, for the simulator, the kill sweep and the cluster alike. */
export const INVARIANTS: readonly Invariant[] = [
  onePullPerIssue,
  nothingTwice,
  mergeByTheRules,
  nothingPaidTwice,
  withinBudget,
  withinLimits,
  labelsAgree,
  nothingForgotten,
  nothingLeft,
  logTellsAll,
];

/** Everything that is not as it must be. */
export function check(facts: Facts, invariants: readonly Invariant[] = INVARIANTS): Violation[] {
  return invariants.flatMap(({ name, broken }) =>
    broken(facts).map((violation) => ({ invariant: name, ...violation })),
  );
}
