import { repositoryOf, type Api } from '../../http/access.ts';
import { eventJson } from '../../json/event.ts';
import { commentJson } from '../../json/issue.ts';
import { reviewJson } from '../../json/review.ts';
import { sendList } from '../../http/page.ts';
import type { Site } from '../../site.ts';
import { commentsOf } from '../../tables/comments.ts';
import { eventsOf } from '../../tables/events.ts';
import { pullOfIssue } from '../../tables/pulls.ts';
import { reviewsOf } from '../../tables/reviews.ts';
import { issueOf } from './issues.ts';

interface Entry {
  at: string;
  json(): Record<string, unknown>;
}

export function timelineRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/issues/:number{[0-9]+}/events', (c) => {
    const repo = repositoryOf(c, site);
    return sendList(c, site, eventsOf(site.db, issueOf(c, site, repo).id), (event) =>
      eventJson(site, repo, event),
    );
  });

  api.get('/repos/:owner/:repo/issues/:number{[0-9]+}/timeline', (c) => {
    const repo = repositoryOf(c, site);
    const issue = issueOf(c, site, repo);
    const events = eventsOf(site.db, issue.id).map((row): Entry => ({
      at: row.created_at,
      json: () => eventJson(site, repo, row),
    }));
    const comments = commentsOf(site.db, issue.id).map((row): Entry => ({
      at: row.created_at,
      json: () => {
        const comment = commentJson(site, repo, row);
        return { ...comment, event: 'commented', actor: comment['user'] };
      },
    }));
    const reviews =
      issue.is_pull === 0
        ? []
        : reviewsOf(site.db, issue.id).flatMap((row): Entry[] =>
            row.submitted_at === null
              ? []
              : [
                  {
                    at: row.submitted_at,
                    json: () => ({
                      ...reviewJson(site, repo, pullOfIssue(site.db, issue.id), row),
                      state: row.state.toLowerCase(),
                      event: 'reviewed',
                    }),
                  },
                ],
          );
    const all = [...events, ...comments, ...reviews].sort((a, b) => a.at.localeCompare(b.at));
    return sendList(c, site, all, (entry) => entry.json());
  });
}
