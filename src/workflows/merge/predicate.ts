import { REVIEW_CONTEXT } from '../pull/context-name.ts';
import type { MergeFacts, MergeRules } from './input.ts';
import type { MergeVerdict } from './results.ts';

/** Whether exactly this head may be merged, now. Everything unknown is a no, with its reason. Pure. */
export function mayMerge(facts: MergeFacts, expectedHead: string, rules: MergeRules): MergeVerdict {
  if (facts.merged) return { kind: 'merged' };
  if (facts.state !== 'open') return wait('it was closed');
  if (facts.draft) return wait('it is a draft');
  if (facts.headSha !== expectedHead) return wait('its head has moved');
  const { stack } = facts;
  if (stack?.kind === 'open') return wait(`it is stacked on #${stack.number}, which is merged first`);
  if (stack?.kind === 'closed') return wait(`it is stacked on #${stack.number}, which was closed unmerged`);
  if (stack?.kind === 'merged') return { kind: 'retarget', base: stack.base, after: stack.number };
  const blocked = facts.reviews.find(
    (review) => review.state === 'CHANGES_REQUESTED' && review.mayWrite && !outdatedOurs(review, facts),
  );
  if (blocked !== undefined) return wait(`${blocked.author} has requested changes`);
  if (!approved(facts, rules)) return wait(whyNotApproved(facts, rules));
  if (rules.requireCi) {
    const red = notGreen(facts, rules);
    if (red !== undefined) return wait(red);
  }
  if (facts.mergeable === null) return wait('the forge has not said yet whether it can be merged');
  return facts.mergeable ? { kind: 'merge' } : { kind: 'conflict' };
}

/** Our own earlier demand for changes does not stand against a head that we have approved since. */
function outdatedOurs(review: MergeFacts['reviews'][number], facts: MergeFacts): boolean {
  return review.ours && review.commitSha !== facts.headSha && facts.ourApproval === 'given';
}

/** Who wrote it is not who approves it; what was said of another head or into another base is of something else. */
function approved(facts: MergeFacts, rules: MergeRules): boolean {
  const byPerson = facts.reviews.some(
    ({ state, commitSha, mayWrite, ours, beforeRetarget, author }) =>
      state === 'APPROVED' &&
      commitSha === facts.headSha &&
      mayWrite &&
      !ours &&
      !beforeRetarget &&
      author !== facts.author &&
      author !== facts.forkOwner,
  );
  if (rules.accept.includes('human') && byPerson) return true;
  return rules.accept.includes('autodev') && facts.trusted && facts.ourApproval === 'given';
}

function whyNotApproved(facts: MergeFacts, rules: MergeRules): string {
  const reason = `no approval for ${facts.headSha.slice(0, 7)} by ${rules.accept.join(' or ')}`;
  if (!rules.accept.includes('autodev')) return reason;
  if (facts.ourApproval === 'other')
    return `${reason}: ours was for another head or base, or under other rules for merging`;
  if (facts.ourApproval === 'given' && !facts.trusted)
    return `${reason}: ${facts.author} or the owner of the branch has no write access`;
  return reason;
}

const PASSING = new Set(['success', 'neutral', 'skipped']);

/**
 * Why the checks do not read as green; undefined when they do. Nothing but a success is a success: a required check
 * that was skipped says nothing, nor do checks that all were. Our own status is not a check of the code.
 */
function notGreen(facts: MergeFacts, rules: MergeRules): string | undefined {
  const required = rules.requiredChecks.length > 0 ? rules.requiredChecks : facts.requiredChecks;
  if (required !== null && required.length > 0) {
    for (const context of required) {
      const checks = facts.checks.filter(
        (check) => check.context === context && (context !== REVIEW_CONTEXT || check.ours),
      );
      if (checks.length === 0) return `the required check ${context} has not reported`;
      const red = checks.find((check) => check.state !== 'success');
      if (red !== undefined) return `the required check ${context} is ${red.state}`;
    }
    return undefined;
  }
  const others = facts.checks.filter((check) => check.context !== REVIEW_CONTEXT);
  if (others.length === 0)
    return 'no check has reported on this commit (set merge_require_ci: false if there is no CI)';
  const red = others.find((check) => !PASSING.has(check.state));
  if (red !== undefined) return `the check ${red.context} is ${red.state}`;
  return others.some((check) => check.state === 'success')
    ? undefined
    : `no check was successful on this commit (${others[0]?.context} is ${others[0]?.state})`;
}

function wait(reason: string): MergeVerdict {
  return { kind: 'wait', reason };
}
