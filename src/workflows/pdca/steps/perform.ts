import { AutodevError } from '../../../work/errors.ts';
import type { PdcaDone } from '../done.ts';
import { baselineKept } from '../goals/baseline.ts';
import { nextOf } from '../lead/next.ts';
import type { LeadMove, Work } from '../work.ts';
import type { Asking } from './ask.ts';
import { coverage, diagnose, e2e, fix, gap, judge, qa, review } from './check.ts';
import { link, report, warnPlan, writeStatus } from './close.ts';
import { context } from './context.ts';
import { design, split } from './design.ts';
import { implement, integrate } from './implement.ts';
import type { PdcaNeeds } from './needs.ts';
import { complexity, critic, feasibility, findings, plan } from './plan.ts';
import { runBaseline } from './run-goals.ts';

/** Steps after which what is in the files is kept as a commit. */
const KEEPS: readonly Work['kind'][] = [
  'context',
  'plan',
  'warn-plan',
  'design',
  'implement',
  'integrate',
  'fix',
  'close',
  'report',
];

/** Does what the lead wants next, and keeps what came of it. */
export async function performMove(
  needs: PdcaNeeds,
  { work, ...around }: LeadMove,
): Promise<{ done: PdcaDone; commit: string | undefined }> {
  for (const line of around.notes) {
    needs.say(line);
    await needs.mail({ from: 'lead', to: 'team', text: line });
  }
  const asking: Asking = { needs, around, sessions: [] };
  const result = await resultOf(asking, work);
  const done = { kind: work.kind, result, sessions: asking.sessions } as PdcaDone;
  refuseFailed(needs, done);
  if (work.kind === 'close' || work.kind === 'report' || work.kind === 'implement') {
    const next = work.kind === 'close' ? work.next : work.kind === 'report' ? 6 : 3;
    const check = work.kind === 'close' ? work.checked : undefined;
    await writeStatus({ ...needs, done: [...needs.done, done] }, around, next, check);
  }
  if (!KEEPS.includes(work.kind)) return { done, commit: undefined };
  return { done, commit: await needs.tree.commit(subjectOf(work, around.phase, needs.options.feature)) };
}

/**
 * What fails the run is no finished step: nothing of it is committed, the journal stays open before it, and a resumed
 * run does it again.
 */
function refuseFailed({ options, from, done }: PdcaNeeds, last: PdcaDone): void {
  const next = nextOf({ options, from }, [...done, last]);
  if (next.kind === 'end' && next.outcome === 'failed') throw new AutodevError('failed', next.reason);
}

function subjectOf(work: Work, phase: number, feature: string): string {
  const scope = ['team', 'plan', 'design', 'do', 'check', 'act'][phase] ?? 'act';
  return `pdca(${scope}): ${work.kind === 'close' ? `end of ${scope}` : work.kind} for ${feature}`;
}

async function resultOf(asking: Asking, work: Work): Promise<unknown> {
  const { needs } = asking;
  switch (work.kind) {
    case 'team':
      return { branch: needs.options.feature, cwd: needs.tree.cwd };
    case 'baseline': {
      const goals = await runBaseline(needs, needs.tree);
      return { goals: baselineKept(goals, needs.from?.baseline) };
    }
    case 'context':
      return context(asking, work);
    case 'findings':
      return findings(asking);
    case 'complexity':
      return complexity(asking);
    case 'plan':
      return plan(asking, work);
    case 'feasibility':
      return feasibility(asking, work);
    case 'critic':
      return critic(asking, work);
    case 'warn-plan':
      return warnPlan(asking);
    case 'link':
      return link(asking, work);
    case 'design':
      return design(asking, work);
    case 'split':
      return split(asking);
    case 'implement':
      return implement(asking, work);
    case 'integrate':
      return integrate(asking, work);
    case 'gate':
    case 'verify':
      return judge(asking, work);
    case 'fix':
      return fix(asking, work);
    case 'qa':
      return qa(asking, work);
    case 'diagnose':
      return diagnose(asking, work);
    case 'gap':
      return gap(asking);
    case 'review':
      return review(asking);
    case 'e2e':
      return e2e(asking, work);
    case 'coverage':
      return coverage(asking);
    case 'report':
      return report(asking, work);
    case 'close':
      return {};
    default:
      throw new Error('a person answers questions, not a step');
  }
}
