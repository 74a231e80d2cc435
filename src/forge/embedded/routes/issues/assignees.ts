import { z } from 'zod';
import { repositoryOf, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { issueJson } from '../../json/issue.ts';
import { userJson } from '../../json/user.ts';
import { sendList } from '../../http/page.ts';
import { nowOf, type Site } from '../../site.ts';
import { insertEvent } from '../../tables/events.ts';
import { issueById, touchIssue } from '../../tables/issues.ts';
import { removePerson } from '../../tables/people.ts';
import { peopleOf } from '../../tables/repositories.ts';
import { userByLogin } from '../../tables/users.ts';
import { assign, issueOf } from './issues.ts';

const schema = z.object({ assignees: z.array(z.string()).default([]) });

export function assigneeRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/assignees', (c) =>
    sendList(c, site, peopleOf(site.db, repositoryOf(c, site)), (user) => userJson(site, user)),
  );

  api.post('/repos/:owner/:repo/issues/:number{[0-9]+}/assignees', async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const { assignees } = await readBody(c, 'Issue', schema);
    site.db.transaction(() => assign(site, repo, issue, assignees, c.get('viewer').login, nowOf(site), c));
    return c.json(issueJson(site, repo, issueById(site.db, issue.id)), 201);
  });

  api.delete('/repos/:owner/:repo/issues/:number{[0-9]+}/assignees', async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const { assignees } = await readBody(c, 'Issue', schema);
    const viewer = c.get('viewer');
    site.db.transaction(() => {
      for (const login of assignees) {
        const user = userByLogin(site.db, login);
        if (user === undefined || !removePerson(site.db, 'assignees', issue.id, user)) continue;
        insertEvent(site.db, issue.id, viewer, 'unassigned', nowOf(site), {
          assignee: user.login,
          assigner: viewer.login,
        });
        touchIssue(site.db, issue.id, nowOf(site));
      }
    });
    return c.json(issueJson(site, repo, issueById(site.db, issue.id)));
  });
}
