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
    fault: 'crash',
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
  {
    name: 'a wait that nobody writes down',
    happened: 'merge queues that drop what is not ready',
    file: 'src/daemon/intake/turned-away.ts',
    search: 'const fresh = await store.waits.put({ work, title, reason, since: host.clock.now() });',
    replace: 'const fresh = title.length + host.clock.now() > 0;',
    mode: 'safety',
    invariant: 'nothing-forgotten',
    fault: 'red check',
  },
  {
    name: 'labels that are believed and never looked at',
    happened: 'caches of the forge that only see what they wrote themselves',
    file: 'src/daemon/scan.ts',
    search: `  for (const { number, labels } of changed) await store.labels.see(repo.name, number, ours(labels));
`,
    replace: '',
    mode: 'safety',
    invariant: 'labels-agree',
    fault: 'label changed by a person',
  },
  {
    name: 'an end that is told and not recorded',
    happened: 'event logs written beside the tables',
    file: 'src/daemon/leaving/settle-left.ts',
    search: `  if (question === undefined) await store.runs.finish(id, STANDINGS[outcome].run, reason);
`,
    replace: `  if (question === undefined) await store.runs.finish(id, STANDINGS.dropped.run, reason);
`,
    mode: 'safety',
    invariant: 'log-tells-all',
  },
  {
    name: 'a cursor by the clock of the machine',
    happened: 'pollers that ask for what changed since their own now',
    file: 'src/daemon/scan.ts',
    search: 'held ?? newest(changed, lastSeen)',
    replace: 'held ?? new Date(parts.host.clock.now()).toISOString()',
    mode: 'safety',
    invariant: 'nothing-forgotten',
    fault: 'clock jumps',
  },
];
