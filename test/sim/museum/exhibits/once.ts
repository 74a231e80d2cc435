import type { Exhibit } from '../exhibit.ts';

/** Done twice: comments, pull requests, sessions that were paid for. */
export const TWICE: readonly Exhibit[] = [
  {
    name: 'an intent that nobody looks for after a crash',
    happened: 'workers that re-run a job from its start (at-least-once queues)',
    file: 'src/workflows/engine/ledger.ts',
    search: 'const earlier = known === undefined ? await effect.find() : await lookTwice(effect);',
    replace: 'const earlier = undefined as Awaited<ReturnType<typeof effect.find>>;',
    mode: 'safety',
    invariant: 'nothing-twice',
    fault: 'crash',
  },
  {
    name: 'two daemons that both believe they hold it',
    happened: 'claims that are written and never looked at again (leases without fencing)',
    file: 'src/daemon/claims/claim.ts',
    search: '  claim.touched !== undefined &&\n',
    replace: '  claim.touched !== undefined &&\n  claim.daemon === parts.id &&\n',
    mode: 'safety',
    invariant: 'nothing-paid-twice',
    fault: 'two daemons',
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
  {
    name: 'a retry that pays for everything again',
    happened: 'job queues whose retry begins at the first step',
    file: 'src/daemon/leaving/leave.ts',
    search: `  carryFrom: run.id,
  carry,
`,
    replace: `  carryFrom: null,
  carry: carry.slice(0, 0),
`,
    mode: 'safety',
    invariant: 'nothing-paid-twice',
    fault: 'session fails',
  },
  {
    name: 'a base that moved taken for new input',
    happened: 'here, in the loop: each merge made every unfinished issue be analyzed again',
    file: 'src/workflows/issue/freeze.ts',
    search: 'baseSha: earlier?.baseRef === repository.defaultBranch ? earlier.baseSha : tip,',
    replace: `baseSha: earlier?.baseRef === '' ? earlier.baseSha : tip,`,
    mode: 'safety',
    invariant: 'nothing-paid-twice',
    fault: 'base moved',
  },
  {
    name: 'a step told before it is kept',
    happened: 'progress that is reported by a worker before its transaction commits',
    file: 'src/workflows/engine/steps/perform.ts',
    search: `      await store.steps.finish(run.id, name, round, done);
      const { costUsd } = done;
      await emit({ type: 'step.finished', ...where, durationMs: durationMs(), costUsd, summary });
`,
    replace: `      const { costUsd } = done;
      await emit({ type: 'step.finished', ...where, durationMs: durationMs(), costUsd, summary });
      await store.steps.finish(run.id, name, round, done);
`,
    mode: 'safety',
    invariant: 'nothing-paid-twice',
    fault: 'disk full',
  },
  {
    name: 'an answer that is taken unread',
    happened: 'agents whose JSON is parsed and not checked',
    file: 'src/workflows/engine/steps/step-context.ts',
    search: 'structured: checkedAnswer(request.schema, result.structured)',
    replace: 'structured: result.structured as never',
    mode: 'safety',
    invariant: 'nothing-paid-twice',
    fault: 'session answers nonsense',
  },
];
