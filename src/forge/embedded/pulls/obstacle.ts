import { atLeast } from '../../../work/issue.ts';
import type { Site } from '../site.ts';
import { unmetContexts } from '../tables/checks.ts';
import { protectionOf, requiredContexts } from '../tables/protections.ts';
import type { PullRow } from '../tables/pulls.ts';
import { permissionOf, type Repository } from '../tables/repositories.ts';
import { standingReviews } from '../tables/reviews.ts';
import { userById } from '../tables/users.ts';

/** What branch protection still asks for, in GitHub's words; undefined when nothing. Administrators get no pass. */
export function mergeObstacle(site: Site, repo: Repository, pull: PullRow, head: string): string | undefined {
  const protection = protectionOf(site.db, repo.id, pull.base_ref);
  if (protection === undefined) return undefined;
  const unmet = unmetContexts(site.db, repo.id, head, requiredContexts(protection));
  if (unmet.length > 0) {
    return unmet.length === 1
      ? `Required status check "${unmet[0]}" is expected.`
      : `${unmet.length} of ${requiredContexts(protection).length} required status checks are expected.`;
  }
  const wanted = protection.required_pull_request_reviews;
  if (wanted === null) return undefined;
  const counting = standingReviews(site.db, pull.id).filter((review) =>
    atLeast(permissionOf(site.db, repo, userById(site.db, review.author_id)), 'write'),
  );
  if (counting.some((review) => review.state === 'CHANGES_REQUESTED'))
    return 'Changes have been requested by a reviewer with write access.';
  const approvals = counting.filter((review) => review.state === 'APPROVED').length;
  const needed = wanted.required_approving_review_count;
  return approvals >= needed
    ? undefined
    : `At least ${needed} approving review${needed === 1 ? ' is' : 's are'} required by reviewers with write access.`;
}
