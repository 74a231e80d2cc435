import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { branchRef, readRef, readRefs } from '../../git/refs.ts';
import { commitJson } from '../../json/commit.ts';
import { repositoryPage, repositoryUrl } from '../../json/repository.ts';
import { sendList } from '../../http/page.ts';
import { Problem } from '../../http/problem.ts';
import type { Site } from '../../site.ts';
import {
  protectionOf,
  protectionSchema,
  requiredContexts,
  type Protection,
} from '../../tables/protections.ts';
import type { Repository } from '../../tables/repositories.ts';
import { one } from './commits.ts';

export function branchRoutes(api: Api, site: Site): void {
  const tipOf = async (c: Call, repo: Repository): Promise<string> => {
    const tip = await readRef(site, repo, branchRef(c.req.param('branch') ?? ''));
    if (tip === undefined) throw new Problem(404, 'Branch not found');
    return tip;
  };
  const urlOf = (repo: Repository, branch: string) =>
    `${repositoryUrl(site, repo)}/branches/${branch.split('/').map(encodeURIComponent).join('/')}/protection`;

  api.get('/repos/:owner/:repo/branches', async (c) => {
    const repo = repositoryOf(c, site);
    const refs = [...(await readRefs(site, repo, 'refs/heads/'))].map(([ref, sha]) => ({
      name: ref.slice('refs/heads/'.length),
      sha,
    }));
    const only = c.req.query('protected');
    const shown = refs
      .map((ref) => ({ ...ref, protection: protectionOf(site.db, repo.id, ref.name) }))
      .filter((ref) => only === undefined || (only === 'true') === (ref.protection !== undefined));
    return sendList(c, site, shown, ({ name, sha, protection }) => ({
      name,
      commit: { sha, url: `${repositoryUrl(site, repo)}/commits/${sha}` },
      protected: protection !== undefined,
      protection: summary(protection),
      protection_url: urlOf(repo, name),
    }));
  });

  api.get('/repos/:owner/:repo/branches/:branch{.+}/protection', async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    await tipOf(c, repo);
    const protection = protectionOf(site.db, repo.id, c.req.param('branch'));
    if (protection === undefined) throw new Problem(404, 'Branch not protected');
    return c.json(protectionJson(urlOf(repo, c.req.param('branch')), protection));
  });

  api.put('/repos/:owner/:repo/branches/:branch{.+}/protection', async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    await tipOf(c, repo);
    const protection = await readBody(c, 'ProtectedBranch', protectionSchema);
    site.db.run(
      `INSERT INTO protections (repo_id, branch, settings) VALUES (?, ?, ?) ON CONFLICT (repo_id, branch) DO UPDATE SET settings = excluded.settings`,
      repo.id,
      c.req.param('branch'),
      JSON.stringify(protection),
    );
    return c.json(protectionJson(urlOf(repo, c.req.param('branch')), protection));
  });

  api.delete('/repos/:owner/:repo/branches/:branch{.+}/protection', async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    await tipOf(c, repo);
    const { changes } = site.db.run(
      'DELETE FROM protections WHERE repo_id = ? AND branch = ?',
      repo.id,
      c.req.param('branch'),
    );
    if (changes === 0) throw new Problem(404, 'Branch not protected');
    return c.body(null, 204);
  });

  api.get('/repos/:owner/:repo/branches/:branch{.+}', async (c) => {
    const repo = repositoryOf(c, site);
    const commit = await one(site, repo, await tipOf(c, repo));
    const name = c.req.param('branch');
    const protection = protectionOf(site.db, repo.id, name);
    return c.json({
      name,
      commit: commitJson(site, repo, commit),
      _links: {
        self: urlOf(repo, name).replace(/\/protection$/, ''),
        html: `${repositoryPage(site, repo)}/tree/${encodeURI(name)}`,
      },
      protected: protection !== undefined,
      protection: summary(protection),
      protection_url: urlOf(repo, name),
    });
  });
}

/** What everybody who can read the repository may know. */
function summary(protection: Protection | undefined): Record<string, unknown> {
  const contexts = requiredContexts(protection);
  return {
    enabled: protection !== undefined,
    required_status_checks: {
      enforcement_level:
        contexts.length === 0 ? 'off' : protection?.enforce_admins === true ? 'everyone' : 'non_admins',
      contexts,
      checks: contexts.map((context) => ({ context, app_id: null })),
    },
  };
}

function protectionJson(url: string, protection: Protection): Record<string, unknown> {
  const contexts = requiredContexts(protection);
  const reviews = protection.required_pull_request_reviews;
  return {
    url,
    ...(protection.required_status_checks === null
      ? {}
      : {
          required_status_checks: {
            url: `${url}/required_status_checks`,
            strict: protection.required_status_checks.strict,
            contexts,
            contexts_url: `${url}/required_status_checks/contexts`,
            checks: contexts.map((context) => ({ context, app_id: null })),
          },
        }),
    ...(reviews === null
      ? {}
      : { required_pull_request_reviews: { url: `${url}/required_pull_request_reviews`, ...reviews } }),
    enforce_admins: { url: `${url}/enforce_admins`, enabled: protection.enforce_admins === true },
    required_linear_history: { enabled: protection.required_linear_history },
    allow_force_pushes: { enabled: protection.allow_force_pushes === true },
    allow_deletions: { enabled: protection.allow_deletions },
  };
}
