import type { Exhibit } from '../exhibit.ts';

/** Merged, spent or begun against the rules and limits. */
export const RULES: readonly Exhibit[] = [
  {
    name: 'pending checks taken for green',
    happened: 'merge bots that only look whether a check is there',
    file: 'src/workflows/merge/predicate.ts',
    search: `  const red = others.find((check) => !PASSING.has(check.state));
  if (red !== undefined) return \`the check \${red.context} is \${red.state}\`;
  return others.some((check) => check.state === 'success')
`,
    replace: `  return others.some((check) => !PASSING.has('red') || check.ours)
`,
    mode: 'safety',
    invariant: 'merge-by-the-rules',
    fault: 'red check',
  },
  {
    name: 'no checks at all taken for green',
    happened: 'merge bots before the first check has reported',
    file: 'src/workflows/merge/predicate.ts',
    search: '  if (rules.requireCi) {',
    replace: '  if (rules.requireCi && facts.checks.length > 1) {',
    mode: 'safety',
    invariant: 'merge-by-the-rules',
  },
  {
    name: 'a budget checked after',
    happened: 'agents whose limit is looked at when the bill comes',
    file: 'src/workflows/engine/budget/budget.ts',
    search: '      if (left <= 0) {',
    replace: '      if (left <= -2 * limit - 2) {',
    mode: 'safety',
    invariant: 'within-budget',
  },
  {
    name: 'limits counted before what is running',
    happened: 'groupConcurrency taken for a lock (pg-boss)',
    file: 'src/daemon/running/schedule.ts',
    search: '  if (load.running.size >= limits.maxConcurrent) return undefined;',
    replace: '',
    mode: 'safety',
    invariant: 'within-limits',
  },
  {
    name: 'a limit of each repository that only the whole has',
    happened: 'groupConcurrency taken for a lock (pg-boss), the other way round',
    file: 'src/daemon/running/schedule.ts',
    search: '      if ((load.perRepo.get(item.repo) ?? 0) >= limits.maxConcurrentPerRepo) continue;',
    replace: '',
    mode: 'safety',
    invariant: 'within-limits',
  },
  {
    name: 'a pause that is only said',
    happened: 'here: a paused daemon that a restart had made go on',
    file: 'src/daemon/loop.ts',
    search: '      paused = true;',
    replace: '',
    mode: 'safety',
    invariant: 'within-limits',
    fault: 'pause',
  },
  {
    name: 'retry-after heard by one request only',
    happened: 'clients that GitHub blocks because their other requests go on',
    file: 'src/forge/github/http/limits.ts',
    search:
      '      blockedUntil = Math.max(blockedUntil, clock.now() + Math.min(wait.ms, LONGEST_WAIT));\n      return blockedUntil;',
    replace: '      return clock.now() + wait.ms;',
    mode: 'safety',
    invariant: 'within-limits',
    fault: 'retry-after',
  },
  {
    name: 'a demand for changes that nobody reads',
    happened: 'merge bots that count approvals only',
    file: 'src/workflows/merge/predicate.ts',
    search: `review.state === 'CHANGES_REQUESTED' &&`,
    replace: `review.state === 'CHANGES_REQUESTED' && review.commitSha === '' &&`,
    mode: 'safety',
    invariant: 'merge-by-the-rules',
    fault: 'a person',
  },
  {
    name: 'a review loop without a bound',
    happened: 'two agents that never agree, found by their bill',
    file: 'src/workflows/pull/decide.ts',
    search: 'if (round + 1 >= input.maxRounds + (again === null ? 0 : 1)) {',
    replace: 'if (round + 1 >= 1_000) {',
    mode: 'safety',
    invariant: 'within-limits',
    fault: 'session lies',
  },
  {
    name: 'a switch that is read too early',
    happened: 'services that read their configuration when they start',
    file: 'src/workflows/merge/flow.ts',
    search: `      if (!context.settings.auto_merge) return refuse('auto_merge is off');
      return before === 'session' ? pullTrusted(asPull(entry), context) : { take: true };
    },
    admit: async (entry, context) => {
      const pull = asPull(entry);
      const { store, host, settings } = context;
      if (!settings.auto_merge) return left(pull, context);
`,
    replace: `      return before === 'session' ? pullTrusted(asPull(entry), context) : { take: true };
    },
    admit: async (entry, context) => {
      const pull = asPull(entry);
      const { store, host, settings } = context;
      if (settings.url === 'left') return left(pull, context);
`,
    mode: 'safety',
    invariant: 'merge-by-the-rules',
    fault: 'configuration reloaded',
  },
  {
    name: 'a merge that asks nobody',
    happened: 'auto-merge bots that take green checks for consent',
    file: 'src/workflows/merge/predicate.ts',
    search: `  if (!approved(facts, rules)) return wait(whyNotApproved(facts, rules));
`,
    replace: '',
    mode: 'safety',
    invariant: 'merge-by-the-rules',
  },
  {
    name: 'a limit for the day that nobody looks at',
    happened: 'limits per task under which a thousand tasks cost what they like',
    file: 'src/workflows/engine/budget/budget.ts',
    search: 'limit: budgets.per_day_usd,',
    replace: 'limit: budgets.per_day_usd * 100,',
    mode: 'safety',
    invariant: 'within-budget',
  },
  {
    name: 'a limit of the repository that nobody looks at',
    happened: 'one repository that spends what was meant for all of them',
    file: 'src/workflows/engine/budget/budget.ts',
    search: 'limit: budgets.per_repo_day_usd,',
    replace: 'limit: budgets.per_repo_day_usd * 100,',
    mode: 'safety',
    invariant: 'within-budget',
  },
];
