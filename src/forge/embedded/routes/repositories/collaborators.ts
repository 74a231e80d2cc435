import { z } from 'zod';
import { atLeast, type Permission } from '../../../../work/issue.ts';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { userJson } from '../../json/user.ts';
import { sendList } from '../../http/page.ts';
import { invalid, notFound } from '../../http/problem.ts';
import type { Site } from '../../site.ts';
import { peopleOf, permissionOf, type Repository } from '../../tables/repositories.ts';
import { userByLogin, type User } from '../../tables/users.ts';

const WORDS: Record<string, Permission> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
};
const schema = z.object({
  permission: z.enum(['pull', 'triage', 'push', 'maintain', 'admin', 'read', 'write']).default('push'),
});

/** The endpoint knows four words only; the finer ones are in `role_name`. */
function oldWord(permission: Permission): string {
  return { admin: 'admin', maintain: 'write', write: 'write', triage: 'read', read: 'read', none: 'none' }[
    permission
  ];
}

function personJson(site: Site, user: User, have: Permission): Record<string, unknown> {
  return {
    ...userJson(site, user),
    permissions: {
      admin: atLeast(have, 'admin'),
      maintain: atLeast(have, 'maintain'),
      push: atLeast(have, 'write'),
      triage: atLeast(have, 'triage'),
      pull: atLeast(have, 'read'),
    },
    role_name: have,
  };
}

export function collaboratorRoutes(api: Api, site: Site): void {
  const person = (c: Call): User => {
    const user = userByLogin(site.db, c.req.param('login') ?? '');
    if (user === undefined) throw notFound();
    return user;
  };
  const belongs = (repo: Repository, user: User) =>
    peopleOf(site.db, repo).some((other) => other.id === user.id);

  api.get('/repos/:owner/:repo/collaborators', (c) => {
    const repo = repositoryOf(c, site, 'write');
    return sendList(c, site, peopleOf(site.db, repo), (user) =>
      personJson(site, user, permissionOf(site.db, repo, user)),
    );
  });

  api.get('/repos/:owner/:repo/collaborators/:login', (c) => {
    if (!belongs(repositoryOf(c, site, 'write'), person(c))) throw notFound();
    return c.body(null, 204);
  });

  /** There is no mail here, so an invitation counts as accepted at once. */
  api.put('/repos/:owner/:repo/collaborators/:login', async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    const user = person(c);
    const { permission } = await readBody(c, 'Collaborator', schema);
    if (user.id === repo.owner_id)
      throw invalid('Collaborator', 'login', 'custom', 'Repository owner cannot be a collaborator');
    site.db.run(
      `INSERT INTO collaborators (repo_id, user_id, permission) VALUES (?, ?, ?)
       ON CONFLICT (repo_id, user_id) DO UPDATE SET permission = excluded.permission`,
      repo.id,
      user.id,
      WORDS[permission] ?? permission,
    );
    return c.body(null, 204);
  });

  api.delete('/repos/:owner/:repo/collaborators/:login', (c) => {
    const repo = repositoryOf(c, site, 'admin');
    site.db.run('DELETE FROM collaborators WHERE repo_id = ? AND user_id = ?', repo.id, person(c).id);
    return c.body(null, 204);
  });

  api.get('/repos/:owner/:repo/collaborators/:login/permission', (c) => {
    const repo = repositoryOf(c, site, 'write');
    const user = person(c);
    const have = permissionOf(site.db, repo, user);
    return c.json({ permission: oldWord(have), role_name: have, user: personJson(site, user, have) });
  });
}
