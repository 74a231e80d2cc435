import { placeNow } from '../pulls/comment-place.ts';
import type { PullShas } from '../pulls/pull-state.ts';
import type { Site } from '../site.ts';
import type { PullRow } from '../tables/pulls.ts';
import { associationOf, type Repository } from '../tables/repositories.ts';
import type { ReviewCommentRow } from '../tables/review-comments.ts';
import type { ReviewRow } from '../tables/reviews.ts';
import { userById } from '../tables/users.ts';
import { issuePage } from './issue.ts';
import { nodeId } from './node-id.ts';
import { rollupJson } from './reaction.ts';
import { repositoryUrl } from './repository.ts';
import { userJson } from './user.ts';

export function reviewJson(
  site: Site,
  repo: Repository,
  pull: PullRow,
  review: ReviewRow,
): Record<string, unknown> {
  const author = userById(site.db, review.author_id);
  const url = `${repositoryUrl(site, repo)}/pulls/${pull.number}`;
  const page = `${issuePage(site, repo, pull)}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: userJson(site, author),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: url,
    author_association: associationOf(site.db, repo, author),
    _links: { html: { href: page }, pull_request: { href: url } },
    ...(review.submitted_at === null ? {} : { submitted_at: review.submitted_at }),
    commit_id: review.commit_sha,
  };
}

/** A comment on a line or a file. Outdated ones keep where they stood in the `original_` fields. */
export async function reviewCommentJson(
  site: Site,
  repo: Repository,
  pull: PullRow,
  comment: ReviewCommentRow,
  shas: PullShas,
): Promise<Record<string, unknown>> {
  const author = userById(site.db, comment.author_id);
  const url = `${repositoryUrl(site, repo)}/pulls/comments/${comment.id}`;
  const pullUrl = `${repositoryUrl(site, repo)}/pulls/${pull.number}`;
  const page = `${issuePage(site, repo, pull)}#discussion_r${comment.id}`;
  const place = await placeNow(site, repo, shas, comment);
  return {
    id: comment.id,
    node_id: nodeId('PullRequestReviewComment', comment.id),
    url,
    pull_request_review_id: comment.review_id,
    diff_hunk: comment.diff_hunk,
    path: comment.path,
    position: place.position,
    original_position: comment.position,
    commit_id: place.outdated ? comment.commit_sha : shas.head,
    original_commit_id: comment.commit_sha,
    ...(comment.reply_to === null ? {} : { in_reply_to_id: comment.reply_to }),
    user: userJson(site, author),
    body: comment.body,
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: associationOf(site.db, repo, author),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    start_line: place.start_line,
    original_start_line: comment.start_line,
    start_side: comment.start_side,
    line: place.line,
    original_line: comment.line,
    side: comment.side,
    subject_type: comment.subject_type,
    reactions: rollupJson(site, url, 'review_comment', comment.id),
  };
}
