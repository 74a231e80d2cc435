import type { Pull, Review } from '../../work/pull.ts';
import { atLeast } from '../../work/issue.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { isOwnText } from '../marker.ts';
import { ourApproval } from '../pull/verdict.ts';
import type { MergeFacts, MergeRules } from './input.ts';
import { stackOf } from './stack.ts';

const POLLS = 6;
const POLL_MS = 500;

/** Reads everything the predicate needs. A part that cannot be read throws: it never reads as a yes. */
export async function readFacts(
  context: WorkContext,
  repo: string,
  number: number,
  signal?: AbortSignal,
): Promise<MergeFacts> {
  const { forge, host, logins } = context;
  let pull: Pull = await forge.pull(repo, number);
  for (let poll = 0; pull.mergeable === null && pull.state === 'open' && poll < POLLS; poll += 1) {
    await host.clock.sleep(POLL_MS * (poll + 1), signal);
    pull = await forge.pull(repo, number);
  }
  const reviews: MergeFacts['reviews'] = [];
  const retargeted = await lastRetarget(context, repo, number);
  const isOurs = (review: Review) => isOwnText(review, logins);
  for (const review of latestOpinions(await forge.reviews(repo, number), isOurs)) {
    const mayWrite = atLeast(await forge.permission(repo, review.author), 'write');
    reviews.push({
      author: review.author,
      state: review.state,
      commitSha: review.commitSha,
      mayWrite,
      ours: isOurs(review),
      beforeRetarget: retargeted !== undefined && review.submittedAt <= retargeted,
    });
  }
  const forkOwner = pull.head.repo === repo ? null : (pull.head.owner ?? '');
  const checks = await forge.checks(repo, pull.head.sha);
  return {
    state: pull.state,
    merged: pull.merged,
    draft: pull.draft,
    headSha: pull.head.sha,
    baseSha: pull.base.sha,
    mergeable: pull.mergeable,
    author: pull.author,
    forkOwner,
    trusted: (await context.trusts(pull.author)) && (forkOwner === null || (await context.trusts(forkOwner))),
    ourApproval: await ourApproval({ repo, number, sha: pull.head.sha, baseRef: pull.base.ref }, context),
    reviews,
    checks: checks.map(({ context: name, state, author }) => ({
      context: name,
      state,
      ours: author !== null && logins.includes(author),
    })),
    requiredChecks: await forge.requiredChecks(repo, pull.base.ref),
    stack: await stackOf(pull, context),
  };
}

/** When it was last given another base. An approval from before that is for a merge into the other one. */
async function lastRetarget(
  { forge }: WorkContext,
  repo: string,
  number: number,
): Promise<string | undefined> {
  const RETARGETS = ['base_ref_changed', 'automatic_base_change_succeeded'];
  return (await forge.events(repo, number)).findLast(({ event }) => RETARGETS.includes(event))?.at;
}

/** A comment does not take an approval or a demand back; a later approval, demand or dismissal does. */
export function latestOpinions(
  reviews: readonly Review[],
  isOurs: (review: Review) => boolean = () => false,
): Review[] {
  const latest = new Map<string, Review>();
  const sorted = [...reviews].sort((a, b) => a.submittedAt.localeCompare(b.submittedAt) || a.id - b.id);
  for (const review of sorted) {
    if (review.state === 'COMMENTED' || review.state === 'PENDING') continue;
    latest.set(`${isOurs(review)} ${review.author}`, review);
  }
  return [...latest.values()];
}

export function mergeRules(settings: WorkContext['settings']): MergeRules {
  return {
    accept: settings.merge.accept,
    requireCi: settings.merge_require_ci,
    requiredChecks: settings.merge.required_checks,
  };
}
