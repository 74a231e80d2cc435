import { REVIEW_CONTEXT } from '../pull/context-name.ts';
import type { MergeFacts, MergeRules, MergeVerdict } from './input.ts';

/** Whether exactly this head may be merged, now. Everything unknown is a no, with its reason. Pure. */
export function mayMerge(facts: MergeFacts, expectedHead: string, rules: MergeRules): MergeVerdict {
  if (facts.merged) return { kind: 'merged' };
  if (facts.state !== 'open') return wait('it was closed');
  if (facts.draft) return wait('it is a draft');
  if (facts.headSha !== expectedHead) return wait('its head has moved');
  const blocked = facts.reviews.find(
    (review) => review.state === 'CHANGES_REQUESTED' && review.mayWrite && !outdatedOurs(review, facts),
  );
  if (blocked !== undefined) return wait(`${blocked.author} has requested changes`);
  if (!approved(facts, rules))
    return wait(`no approval for ${facts.headSha.slice(0, 7)} by ${rules.accept.join(' or ')}`);
  if (rules.requireCi) {
    const red = notGreen(facts, rules);
    if (red !== undefined) return wait(red);
  }
  if (facts.mergeable === null) return wait('the forge has not said yet whether it can be merged');
  return facts.mergeable ? { kind: 'merge' } : { kind: 'conflict' };
}

/** Our own earlier demand for changes does not stand against a head that we have reviewed since. */
function outdatedOurs(review: MergeFacts['reviews'][number], facts: MergeFacts): boolean {
  return review.ours && review.commitSha !== facts.headSha && ourStatus(facts) === 'success';
}

function ourStatus(facts: MergeFacts): string | undefined {
  return facts.checks.find((check) => check.context === REVIEW_CONTEXT && check.ours)?.state;
}

function approved(facts: MergeFacts, rules: MergeRules): boolean {
  const forThisHead = facts.reviews.filter(
    (review) => review.state === 'APPROVED' && review.commitSha === facts.headSha && review.mayWrite,
  );
  if (
    rules.accept.includes('human') &&
    forThisHead.some((review) => !review.ours && review.author !== facts.author)
  )
    return true;
  return (
    rules.accept.includes('autodev') &&
    (ourStatus(facts) === 'success' || forThisHead.some((review) => review.ours))
  );
}

const GREEN = new Set(['success', 'neutral', 'skipped']);

/** Why the checks do not read as green; undefined when they do. Our own status is not a check of the code. */
function notGreen(facts: MergeFacts, rules: MergeRules): string | undefined {
  const others = facts.checks.filter((check) => !(check.context === REVIEW_CONTEXT && check.ours));
  const required = rules.requiredChecks.length > 0 ? rules.requiredChecks : facts.requiredChecks;
  if (required !== null && required.length > 0) {
    for (const context of required) {
      const check = others.find((entry) => entry.context === context);
      if (check === undefined) return `the required check ${context} has not reported`;
      if (!GREEN.has(check.state)) return `the required check ${context} is ${check.state}`;
    }
    return undefined;
  }
  if (others.length === 0)
    return 'no check has reported on this commit (set merge_require_ci: false if there is no CI)';
  const red = others.find((check) => !GREEN.has(check.state));
  return red === undefined ? undefined : `the check ${red.context} is ${red.state}`;
}

function wait(reason: string): MergeVerdict {
  return { kind: 'wait', reason };
}
