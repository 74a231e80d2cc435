import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { suiteJson } from '../../json/check-suite.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { tellSuite } from '../../checks/reporting.ts';
import { nowOf, type Site } from '../../site.ts';
import { checkRunsInSuite } from '../../tables/checks.ts';
import {
  newestRuns,
  rerequestSuite,
  suiteInRepo,
  suitesOf,
  type CheckSuiteRow,
} from '../../tables/check-suites.ts';
import type { Repository } from '../../tables/repositories.ts';
import { userById } from '../../tables/users.ts';
import { sendRuns } from './check-runs.ts';
import { commitOf } from './statuses.ts';

const ONE = '/repos/:owner/:repo/check-suites/:id{[0-9]+}';

export function checkSuiteRoutes(api: Api, site: Site): void {
  const find = (c: Call, repo: Repository): CheckSuiteRow => {
    const suite = suiteInRepo(site.db, repo.id, Number(c.req.param('id')));
    if (suite === undefined) throw notFound();
    return suite;
  };

  api.get(ONE, async (c) => {
    const repo = repositoryOf(c, site);
    return c.json(await suiteJson(site, repo, find(c, repo)));
  });

  api.get(`${ONE}/check-runs`, (c) => {
    const repo = repositoryOf(c, site);
    const all = checkRunsInSuite(site.db, find(c, repo).id);
    return sendRuns(c, site, repo, c.req.query('filter') === 'all' ? all : newestRuns(all));
  });

  api.post(`${ONE}/rerequest`, (c) => {
    const repo = repositoryOf(c, site, 'write');
    const suite = find(c, repo);
    rerequestSuite(site.db, suite.id, nowOf(site));
    tellSuite(site, repo, find(c, repo), 'rerequested', c.get('viewer'));
    return c.json({}, 201);
  });

  api.get('/repos/:owner/:repo/commits/:ref{.+}/check-suites', async (c) => {
    const repo = repositoryOf(c, site);
    const sha = await commitOf(c, site, repo);
    const slug = (suite: CheckSuiteRow) => userById(site.db, suite.app_id).login.replace(/\[bot\]$/, '');
    const app = c.req.query('app_id');
    const suites = suitesOf(site.db, repo.id, sha).filter(
      (suite) => app === undefined || app === String(suite.app_id) || app === slug(suite),
    );
    const page = pageOf(c);
    const shown = suites
      .slice(page.offset, page.offset + page.size)
      .map((suite) => suiteJson(site, repo, suite));
    return sendPage(c, site, page, suites.length, {
      total_count: suites.length,
      check_suites: await Promise.all(shown),
    });
  });
}
