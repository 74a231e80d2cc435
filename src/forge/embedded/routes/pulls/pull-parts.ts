import { repositoryOf, type Api } from '../../http/access.ts';
import { readCommits } from '../../git/commits.ts';
import { commitJson, fileJson } from '../../json/commit.ts';
import { sendList } from '../../http/page.ts';
import { pullFiles, readShas } from '../../pulls/pull-state.ts';
import type { Site } from '../../site.ts';
import { pullOf } from './pulls.ts';

/** At most this many, as on GitHub. */
const MOST_FILES = 3_000;
const MOST_COMMITS = 250;

export function pullPartRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/files', async (c) => {
    const repo = repositoryOf(c, site);
    const shas = await readShas(site, repo, pullOf(c, site, repo));
    const files = await pullFiles(site, repo, shas);
    return sendList(c, site, files.slice(0, MOST_FILES), (file) => fileJson(site, repo, shas.head, file));
  });

  api.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/commits', async (c) => {
    const repo = repositoryOf(c, site);
    const shas = await readShas(site, repo, pullOf(c, site, repo));
    const commits = await readCommits(site, repo, `${shas.base}..${shas.head}`, { oldestFirst: true });
    return sendList(c, site, commits.slice(0, MOST_COMMITS), (commit) => commitJson(site, repo, commit));
  });
}
