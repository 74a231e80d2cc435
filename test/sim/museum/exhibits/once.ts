import type { Exhibit } from '../exhibit.ts';

/** Done twice: comments, pull requests, sessions that were paid for. */
export const TWICE: readonly Exhibit[] = [
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
    name: 'two daemons that both believe they hold it',
    happened: 'claims that are written and never looked at again (leases without fencing)',
    file: 'src/daemon/claims/claim.ts',
    search: '  if (foreign !== undefined) return false;',
    replace: '',
    mode: 'safety',
    invariant: 'nothing-twice',
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
    name: 'a status comment that is written anew each time',
    happened: 'bots whose progress fills the conversation, one comment for every step',
    file: 'src/daemon/claims/claim.ts',
    search: '    (mine === undefined ? undefined : await edited(parts, at.repo, mine, body)) ??\n',
    replace: '',
    mode: 'safety',
    invariant: 'nothing-twice',
  },
];
