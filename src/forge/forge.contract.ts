import { CHECK_OUTPUT } from './contract/check-output.contract.ts';
import { CHECKS } from './contract/checks.contract.ts';
import { GIT } from './contract/git.contract.ts';
import type { Scenario } from './contract/ground.contract.ts';
import { ISSUES } from './contract/issues.contract.ts';
import { LABELS } from './contract/labels.contract.ts';
import { PULLS } from './contract/pulls.contract.ts';
import { RELATIONS } from './contract/relations.contract.ts';
import { REPOSITORIES } from './contract/repositories.contract.ts';
import { REVIEWS } from './contract/reviews.contract.ts';
import { THREADS } from './contract/threads.contract.ts';

/** What every forge does alike. Each implementation runs all of it and lists what it leaves out, with the reason. */
export const CONTRACT: readonly Scenario[] = [
  ...REPOSITORIES,
  ...ISSUES,
  ...LABELS,
  ...PULLS,
  ...REVIEWS,
  ...THREADS,
  ...RELATIONS,
  ...CHECKS,
  ...CHECK_OUTPUT,
  ...GIT,
];
