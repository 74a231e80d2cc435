/** A bug that systems like this one really had, as a change of our source, and what has to find it. */
export interface Exhibit {
  name: string;
  /** Where it happened. */
  happened: string;
  file: string;
  search: string;
  replace: string;
  mode: 'safety' | 'liveness';
  invariant: string;
}

export const EXHIBITS: readonly Exhibit[] = [
  {
    name: 'labels removed before added',
    happened: 'bots that swap labels in two calls and die between them; seed 003 had it so',
    file: 'src/workflows/engine/settle.ts',
    search: `  if (add.length > 0) await forge.addLabels(item.repo, item.number, add);
  for (const label of remove) await forge.removeLabel(item.repo, item.number, label);`,
    replace: `  for (const label of remove) await forge.removeLabel(item.repo, item.number, label);
  if (add.length > 0) await forge.addLabels(item.repo, item.number, add);`,
    mode: 'safety',
    invariant: 'labels-agree',
  },
  {
    name: 'a retry below the ledger',
    happened: "Octokit's retry plugin repeats POSTs by status",
    file: 'src/workflows/engine/ledger.ts',
    search: `        if (result !== undefined) return { result, found: true };`,
    replace: '',
    mode: 'safety',
    invariant: 'nothing-twice',
  },
  {
    name: 'an intent that nobody looks for after a crash',
    happened: 'workers that re-run a job from its start (at-least-once queues)',
    file: 'src/workflows/engine/ledger.ts',
    search: 'const earlier = known === undefined ? await effect.find() : await lookTwice(effect);',
    replace: 'const earlier = undefined as Awaited<ReturnType<typeof effect.find>>;',
    mode: 'safety',
    invariant: 'nothing-twice',
  },
  {
    name: 'an approval that survives a push',
    happened: 'GitHub itself, where stale approvals are not dismissed',
    file: 'src/workflows/pull/verdict.ts',
    search: "  if (stored !== mark) return 'other';",
    replace: "  if (stored !== mark) return 'given';",
    mode: 'safety',
    invariant: 'merge-by-the-rules',
  },
  {
    name: 'pending checks taken for green',
    happened: 'merge bots that only look for failures',
    file: 'src/workflows/merge/predicate.ts',
    search: "const PASSING = new Set(['success', 'neutral', 'skipped']);",
    replace: "const PASSING = new Set(['success', 'neutral', 'skipped', 'pending', 'failure']);",
    mode: 'safety',
    invariant: 'merge-by-the-rules',
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
    file: 'src/daemon/schedule.ts',
    search: '  if (load.running.size >= limits.maxConcurrent) return undefined;',
    replace: '',
    mode: 'safety',
    invariant: 'within-limits',
  },
  {
    name: 'a step that forgets that it was finished',
    happened: 'workflow engines whose history is written after the activity returns twice',
    file: 'src/workflows/engine/input/submit.ts',
    search:
      "    if (known !== undefined && known.status !== 'running') continue;\n    if (known !== undefined) return known;",
    replace: '    if (known !== undefined) continue;',
    mode: 'safety',
    invariant: 'nothing-paid-twice',
  },
  {
    name: 'a crash that leaves the worktree',
    happened: 'here: cancelled items kept their worktree for three days',
    file: 'src/daemon/worktrees.ts',
    search:
      '    else if (id !== undefined && !(await isWanted(parts, id))) await workspaces.close(repo, name);',
    replace: '',
    mode: 'safety',
    invariant: 'nothing-left',
  },
  {
    name: 'an orphan that nobody takes up',
    happened: 'label-driven bots that skip what is marked as in progress',
    file: 'src/daemon/recovery.ts',
    search: '    await setLabels(parts, work, { remove: [LABEL.wip] });',
    replace: '',
    mode: 'safety',
    invariant: 'labels-agree',
  },
  {
    name: 'a cursor that passes what failed',
    happened: 'pollers that store the time of the newest item they saw',
    file: 'src/daemon/scan.ts',
    search: '  const held = later.sort()[0];',
    replace: '  const held = undefined;',
    mode: 'safety',
    invariant: 'nothing-forgotten',
  },
  {
    name: 'an effect told and not recorded',
    happened: 'audit logs written beside the transaction',
    file: 'src/workflows/engine/ledger.ts',
    search: '        await store.effects.done(run, key, result);',
    replace: '',
    mode: 'safety',
    invariant: 'log-tells-all',
  },
  {
    name: 'attempts without a bound',
    happened: 'seed 003 retried for ever',
    file: 'src/daemon/leaving/leave.ts',
    search: '  if (failures < repo.max_attempts) {',
    replace: '  if (failures < 1e9) {',
    mode: 'liveness',
    invariant: 'everything-ends',
  },
  {
    name: 'an error that costs a slot',
    happened:
      'here, found by the simulator: an error that could not be told was thrown past the end of the item',
    file: 'src/daemon/say-error.ts',
    search: '    .catch(() => {});\n',
    replace: ';\n',
    mode: 'safety',
    invariant: 'everything-ends',
  },
  {
    name: 'two daemons that both believe they hold it',
    happened: 'claims that are written and never looked at again (leases without fencing)',
    file: 'src/daemon/claims/claim.ts',
    search: '  if (foreign !== undefined) return false;',
    replace: '',
    mode: 'safety',
    invariant: 'nothing-twice',
  },
];
