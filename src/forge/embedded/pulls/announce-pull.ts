import { pullJson } from '../json/pull.ts';
import { reviewCommentJson } from '../json/review.ts';
import { pullState, readShas } from './pull-state.ts';
import type { Site } from '../site.ts';
import { pullOfIssue } from '../tables/pulls.ts';
import type { Repository } from '../tables/repositories.ts';
import { reviewCommentInRepo } from '../tables/review-comments.ts';
import type { User } from '../tables/users.ts';

/** Tells the webhooks of something that happened to a pull request. */
export function announcePull(
  site: Site,
  repo: Repository,
  issueId: number,
  action: string,
  sender: User,
  more: { event?: string; extra?: Record<string, unknown> } = {},
): void {
  site.announce({
    repo,
    event: more.event ?? 'pull_request',
    action,
    sender,
    payload: async () => {
      const pull = pullOfIssue(site.db, issueId);
      const shas = await readShas(site, repo, pull);
      return {
        number: pull.number,
        pull_request: pullJson(site, repo, pull, shas, await pullState(site, repo, pull, shas), sender),
        ...more.extra,
      };
    },
  });
}

/** Tells of a comment in a review as it is now, before it may be deleted. */
export async function announceComment(
  site: Site,
  repo: Repository,
  id: number,
  action: string,
  sender: User,
): Promise<void> {
  const comment = reviewCommentInRepo(site.db, repo.id, id);
  if (comment === undefined) return;
  const pull = pullOfIssue(site.db, comment.issue_id);
  const shas = await readShas(site, repo, pull);
  const extra = { comment: await reviewCommentJson(site, repo, pull, comment, shas) };
  announcePull(site, repo, pull.id, action, sender, { event: 'pull_request_review_comment', extra });
}
