import type { Pull, Review } from '../../work/pull.ts';
import { atLeast } from '../../work/issue.ts';
import type { WorkContext } from '../engine/context.ts';
import type { MergeFacts, MergeRules } from './input.ts';

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
  for (const review of latestOpinions(await forge.reviews(repo, number))) {
    const mayWrite = atLeast(await forge.permission(repo, review.author), 'write');
    reviews.push({
      author: review.author,
      state: review.state,
      commitSha: review.commitSha,
      mayWrite,
      ours: logins.includes(review.author),
    });
  }
  const checks = await forge.checks(repo, pull.head.sha);
  return {
    state: pull.state,
    merged: pull.merged,
    draft: pull.draft,
    headSha: pull.head.sha,
    baseSha: pull.base.sha,
    mergeable: pull.mergeable,
    author: pull.author,
    reviews,
    checks: checks.map(({ context: name, state, author }) => ({
      context: name,
      state,
      ours: author !== null && logins.includes(author),
    })),
    requiredChecks: await forge.requiredChecks(repo, pull.base.ref),
  };
}

/** A comment does not take an approval or a demand back; a later approval, demand or dismissal does. */
export function latestOpinions(reviews: readonly Review[]): Review[] {
  const latest = new Map<string, Review>();
  const sorted = [...reviews].sort((a, b) => a.submittedAt.localeCompare(b.submittedAt) || a.id - b.id);
  for (const review of sorted) {
    if (review.state === 'COMMENTED' || review.state === 'PENDING') continue;
    latest.set(review.author, review);
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
