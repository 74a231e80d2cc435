import { repositoryOf, type Api } from '../../http/access.ts';
import { countCommits, readCommits, type Commit } from '../../git/commits.ts';
import { readDiff } from '../../git/diff.ts';
import { isContentPath } from '../../git/content.ts';
import { mergeBase, resolveCommit } from '../../git/refs.ts';
import { commitJson, fileJson } from '../../json/commit.ts';
import { repositoryPage, repositoryUrl } from '../../json/repository.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { notFound, Problem } from '../../http/problem.ts';
import type { Site } from '../../site.ts';
import type { Repository } from '../../tables/repositories.ts';
import { commitOf } from '../checks/statuses.ts';

const MOST_FILES = 300;

export function commitRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/commits', async (c) => {
    const repo = repositoryOf(c, site);
    const page = pageOf(c);
    const wanted = c.req.query('sha') ?? repo.default_branch;
    const tip = await resolveCommit(site, repo, wanted);
    if (tip === undefined) {
      if (c.req.query('sha') === undefined) throw new Problem(409, 'Git Repository is empty.');
      throw notFound();
    }
    const path = c.req.query('path');
    if (path !== undefined && !isContentPath(path)) throw new Problem(400, 'path is not valid');
    const options = { skip: page.offset, limit: page.size, ...(path === undefined ? {} : { path }) };
    const commits = await readCommits(site, repo, tip, options);
    const total =
      path === undefined
        ? await countCommits(site, repo, tip)
        : page.offset + commits.length + (commits.length === page.size ? 1 : 0);
    return sendPage(
      c,
      site,
      page,
      total,
      commits.map((commit) => commitJson(site, repo, commit)),
    );
  });

  api.get('/repos/:owner/:repo/commits/:ref{.+}', async (c) => {
    const repo = repositoryOf(c, site);
    const commit = await one(site, repo, await commitOf(c, site, repo));
    const files = await readDiff(site, repo, commit.parents[0], commit.sha);
    const additions = files.reduce((sum, file) => sum + file.additions, 0);
    const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
    return c.json({
      ...commitJson(site, repo, commit),
      stats: { total: additions + deletions, additions, deletions },
      files: files.slice(0, MOST_FILES).map((file) => fileJson(site, repo, commit.sha, file)),
    });
  });

  api.get('/repos/:owner/:repo/compare/:basehead{.+}', async (c) => {
    const repo = repositoryOf(c, site);
    const [from, to] = c.req.param('basehead').split('...');
    const plain = (name: string | undefined) => (name ?? '').replace(new RegExp(`^${repo.owner}:`, 'i'), '');
    const base = await resolveCommit(site, repo, plain(from));
    const head = await resolveCommit(site, repo, plain(to));
    const common =
      base === undefined || head === undefined ? undefined : await mergeBase(site, repo, base, head);
    if (base === undefined || head === undefined || common === undefined) throw notFound();
    const ahead = await countCommits(site, repo, `${base}..${head}`);
    const behind = await countCommits(site, repo, `${head}..${base}`);
    const page = pageOf(c);
    const commits = await readCommits(site, repo, `${base}..${head}`, { oldestFirst: true });
    const files = page.number === 1 ? await readDiff(site, repo, common, head) : [];
    const web = `${repositoryPage(site, repo)}/compare/${base}...${head}`;
    return sendPage(c, site, page, commits.length, {
      url: `${repositoryUrl(site, repo)}/compare/${encodeURIComponent(c.req.param('basehead'))}`,
      html_url: web,
      permalink_url: web,
      diff_url: `${web}.diff`,
      patch_url: `${web}.patch`,
      base_commit: commitJson(site, repo, await one(site, repo, base)),
      merge_base_commit: commitJson(site, repo, await one(site, repo, common)),
      status: ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged',
      ahead_by: ahead,
      behind_by: behind,
      total_commits: commits.length,
      commits: commits
        .slice(page.offset, page.offset + page.size)
        .map((commit) => commitJson(site, repo, commit)),
      files: files.slice(0, MOST_FILES).map((file) => fileJson(site, repo, head, file)),
    });
  });
}

export async function one(site: Site, repo: Repository, sha: string): Promise<Commit> {
  const [commit] = await readCommits(site, repo, sha, { limit: 1 });
  if (commit === undefined) throw notFound();
  return commit;
}
