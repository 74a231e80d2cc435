import type { Exhibit } from '../exhibit.ts';

/** Lost, left lying, or told otherwise than it was. */
export const LOST: readonly Exhibit[] = [
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
    name: 'an effect told and not recorded',
    happened: 'audit logs written beside the transaction',
    file: 'src/workflows/engine/ledger.ts',
    search: '        await store.effects.done(run, key, result);',
    replace: '',
    mode: 'safety',
    invariant: 'log-tells-all',
  },
  {
    name: 'small sums that are not booked',
    happened: 'meters that round down: a thousand small sessions cost nothing',
    file: 'src/workflows/engine/steps/session.ts',
    search: '  if (usd > 0 || ',
    replace: '  if (usd > 1 || ',
    mode: 'safety',
    invariant: 'log-tells-all',
  },
];
