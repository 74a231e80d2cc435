import type { Api } from '../http/access.ts';
import { fullRepositoryJson } from '../json/repository.ts';
import { profileJson } from '../json/user.ts';
import { invalid, notFound } from '../http/problem.ts';
import type { Site } from '../site.ts';
import { userByLogin, type User } from '../tables/users.ts';
import { allRepositories, permissionOf } from '../tables/repositories.ts';
import { sendList } from '../http/page.ts';
import { atLeast } from '../../../work/issue.ts';

const VISIBILITIES = ['all', 'public', 'private'];

export function accountRoutes(api: Api, site: Site): void {
  const profile = (user: User) => {
    const count = site.db.get<{ n: number }>(
      'SELECT count(*) AS n FROM repositories WHERE owner_id = ? AND private = 0',
      user.id,
    );
    return profileJson(site, user, count?.n ?? 0);
  };
  api.get('/user', (c) => c.json(profile(c.get('viewer'))));

  api.get('/users/:login', (c) => {
    const user = userByLogin(site.db, c.req.param('login'));
    if (user === undefined) throw notFound();
    return c.json(profile(user));
  });

  api.get('/user/repos', (c) => {
    const viewer = c.get('viewer');
    const visibility = c.req.query('visibility') ?? 'all';
    if (!VISIBILITIES.includes(visibility)) throw invalid('Repository', 'visibility', 'invalid');
    const mine = allRepositories(site.db).filter(
      (repo) =>
        (visibility === 'all' || (visibility === 'private') === (repo.private === 1)) &&
        (repo.owner_id === viewer.id ||
          (repo.private === 1
            ? atLeast(permissionOf(site.db, repo, viewer), 'read')
            : isCollaborator(site, repo.id, viewer.id))),
    );
    return sendList(c, site, mine, (repo) => fullRepositoryJson(site, repo, viewer));
  });

  api.get('/rate_limit', (c) => {
    const { limit, used, remaining, reset } = site.limits.quota(c.get('viewer').login);
    const rate = { limit, used, remaining, reset };
    return c.json({ resources: { core: rate, search: rate }, rate });
  });
}

function isCollaborator(site: Site, repoId: number, userId: number): boolean {
  return (
    site.db.get('SELECT 1 FROM collaborators WHERE repo_id = ? AND user_id = ?', repoId, userId) !== undefined
  );
}
