import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { announcePull } from '../../pulls/announce-pull.ts';
import { readBody } from '../../http/body.ts';
import { pullSimpleJson } from '../../json/pull.ts';
import { userJson } from '../../json/user.ts';
import { Problem } from '../../http/problem.ts';
import { readShas } from '../../pulls/pull-state.ts';
import { nowOf, type Site } from '../../site.ts';
import { insertEvent } from '../../tables/events.ts';
import { touchIssue } from '../../tables/issues.ts';
import { addPerson, peopleOn, removePerson } from '../../tables/people.ts';
import { pullOfIssue } from '../../tables/pulls.ts';
import { peopleOf, type Repository } from '../../tables/repositories.ts';
import type { User } from '../../tables/users.ts';
import { pullOf } from './pulls.ts';

const schema = z.object({
  reviewers: z.array(z.string()).default([]),
  team_reviewers: z.array(z.string()).default([]),
});

export function reviewerRoutes(api: Api, site: Site): void {
  const base = '/repos/:owner/:repo/pulls/:number{[0-9]+}/requested_reviewers';
  const send = async (c: Call, repo: Repository, id: number, status: 200 | 201) => {
    const pull = pullOfIssue(site.db, id);
    return c.json(
      pullSimpleJson(site, repo, pull, await readShas(site, repo, pull), c.get('viewer')),
      status,
    );
  };

  api.get(base, (c) => {
    const pull = pullOf(c, site, repositoryOf(c, site));
    return c.json({
      users: peopleOn(site.db, 'requested_reviewers', pull.id).map((user) => userJson(site, user)),
      teams: [],
    });
  });

  api.post(base, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const pull = pullOf(c, site, repo);
    const { reviewers } = await readBody(c, 'PullRequest', schema);
    const people = peopleOf(site.db, repo);
    const asked = reviewers.map((login): User => {
      const user = people.find((person) => person.login.toLowerCase() === login.toLowerCase());
      if (user?.id === pull.author_id)
        throw new Problem(422, 'Review cannot be requested from pull request author.');
      if (user === undefined) {
        throw new Problem(
          422,
          'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator.',
        );
      }
      return user;
    });
    for (const user of asked) change(c, repo, pull.id, user, 'review_requested');
    return send(c, repo, pull.id, 201);
  });

  api.delete(base, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const pull = pullOf(c, site, repo);
    const { reviewers } = await readBody(c, 'PullRequest', schema);
    for (const user of peopleOn(site.db, 'requested_reviewers', pull.id)) {
      if (reviewers.includes(user.login)) change(c, repo, pull.id, user, 'review_request_removed');
    }
    return send(c, repo, pull.id, 200);
  });

  const change = (
    c: Call,
    repo: Repository,
    id: number,
    user: User,
    event: 'review_requested' | 'review_request_removed',
  ) => {
    const viewer = c.get('viewer');
    const move = event === 'review_requested' ? addPerson : removePerson;
    if (!move(site.db, 'requested_reviewers', id, user)) return;
    insertEvent(site.db, id, viewer, event, nowOf(site), {
      review_requester: viewer.login,
      requested_reviewer: user.login,
    });
    touchIssue(site.db, id, nowOf(site));
    announcePull(site, repo, id, event, viewer, { extra: { requested_reviewer: userJson(site, user) } });
  };
}
