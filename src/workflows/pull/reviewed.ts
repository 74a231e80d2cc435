import { workId } from '../../work/ids.ts';
import { LABEL, ours } from '../../work/labels.ts';
import type { Pull } from '../../work/pull.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { isOwnText } from '../marker.ts';
import { ourApproval } from './verdict.ts';

/**
 * Whether it is marked done and what we said of it stands. An approval for another base or under other rules does not.
 * With a new store the forge still knows that it was reviewed; but an approval that nothing is remembered of merges
 * nothing, so that where merging is ours it is reviewed once more.
 */
export async function isReviewed(pull: Pull, context: WorkContext): Promise<boolean> {
  if (!ours(pull.labels).includes(LABEL.done)) return false;
  const { forge, store, logins, settings } = context;
  const { repo, number, head, base } = pull;
  const sha = await store.reviewed.get(workId('pr', repo, number));
  if (sha !== undefined) {
    if (sha !== head.sha) return false;
    return (await ourApproval({ repo, number, sha, baseRef: base.ref }, context)) !== 'other';
  }
  const reviews = await forge.reviews(repo, number);
  const found = reviews.some((review) => review.commitSha === head.sha && isOwnText(review, logins));
  return found && !settings.auto_merge;
}
