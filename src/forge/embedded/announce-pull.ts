import { pullJson } from './json/pull.ts';
import { pullState, readShas } from './pull-state.ts';
import type { Site } from './site.ts';
import { pullOfIssue } from './tables/pulls.ts';
import type { Repository } from './tables/repositories.ts';
import type { User } from './tables/users.ts';

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
