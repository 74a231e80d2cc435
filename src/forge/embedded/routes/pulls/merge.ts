import { z } from 'zod';
import { allowed, repositoryOf, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { commitTree, mergeTree } from '../../git/merge.ts';
import { branchRef, deleteRef, isAncestor, moveRef, readRef } from '../../git/refs.ts';
import { repositoryUrl } from '../../json/repository.ts';
import { mergePull } from '../../pulls/merging.ts';
import { invalid, notFound, Problem } from '../../http/problem.ts';
import { readShas } from '../../pulls/pull-state.ts';
import { reflectPushes } from '../../pushes.ts';
import type { Site } from '../../site.ts';
import type { PullRow } from '../../tables/pulls.ts';
import { repositoryById, type Repository } from '../../tables/repositories.ts';
import { mailOf, type User } from '../../tables/users.ts';
import { pullOf } from './pulls.ts';

const mergeSchema = z.object({
  commit_title: z.string().nullish(),
  commit_message: z.string().nullish(),
  sha: z.string().nullish(),
  merge_method: z.enum(['merge', 'squash', 'rebase']).default('merge'),
});
const updateSchema = z.object({ expected_head_sha: z.string().optional() });

export function mergeRoutes(api: Api, site: Site): void {
  api.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/merge', (c) => {
    if (pullOf(c, site, repositoryOf(c, site)).merged_at === null) throw notFound();
    return c.body(null, 204);
  });

  api.put('/repos/:owner/:repo/pulls/:number{[0-9]+}/merge', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const pull = pullOf(c, site, repo);
    const body = await readBody(c, 'PullRequest', mergeSchema);
    const sha = await site.serial.run(repo.id, async () => {
      const merged = await mergePull(site, repo, pull.id, c.get('viewer'), {
        method: body.merge_method,
        sha: body.sha ?? undefined,
        title: body.commit_title ?? undefined,
        message: body.commit_message ?? undefined,
      });
      if (repo.delete_branch_on_merge === 1 && pull.head_repo_id === repo.id)
        await dropHead(site, repo, pull);
      await reflectPushes(site, repo, c.get('viewer'));
      return merged;
    });
    return c.json({ sha, merged: true, message: 'Pull Request successfully merged' });
  });

  api.put('/repos/:owner/:repo/pulls/:number{[0-9]+}/update-branch', async (c) => {
    const repo = repositoryOf(c, site);
    const pull = pullOf(c, site, repo);
    const body = await readBody(c, 'PullRequest', updateSchema);
    const from = pull.head_repo_id === null ? undefined : repositoryById(site.db, pull.head_repo_id);
    if (pull.state === 'closed' || from === undefined) throw invalid('PullRequest', 'state', 'invalid');
    const mayPush = pull.maintainer_can_modify === 1 ? repo : from;
    allowed(site, mayPush, c.get('viewer'), 'write');
    await site.serial.run(from.id, () =>
      updateBranch(site, repo, from, pull, c.get('viewer'), body.expected_head_sha),
    );
    return c.json(
      { message: 'Updating pull request branch.', url: `${repositoryUrl(site, repo)}/pulls/${pull.number}` },
      202,
    );
  });
}

async function dropHead(site: Site, repo: Repository, pull: PullRow): Promise<void> {
  const tip = await readRef(site, repo, branchRef(pull.head_ref));
  if (tip !== undefined) await deleteRef(site, repo, branchRef(pull.head_ref), tip);
}

/** Merges the base into the head branch. */
async function updateBranch(
  site: Site,
  repo: Repository,
  from: Repository,
  pull: PullRow,
  actor: User,
  expected: string | undefined,
): Promise<void> {
  const shas = await readShas(site, repo, pull);
  if (expected !== undefined && expected !== shas.head) {
    throw new Problem(422, `expected head sha didn't match current head ref.`);
  }
  if (await isAncestor(site, repo, shas.base, shas.head))
    throw new Problem(422, 'There are no new commits on the base branch.');
  if (from.id !== repo.id) throw new Problem(422, 'The head branch of a fork is updated by its owner.');
  const tree = await mergeTree(site, repo, shas.head, shas.base);
  if (tree === undefined) throw new Problem(422, 'merge conflict between base and head');
  const who = { name: actor.login, email: mailOf(actor) };
  const message = `Merge branch '${pull.base_ref}' into ${pull.head_ref}`;
  const made = await commitTree(site, repo, who, { tree, parents: [shas.head, shas.base], message });
  if (!(await moveRef(site, repo, branchRef(pull.head_ref), made, shas.head))) {
    throw new Problem(422, `expected head sha didn't match current head ref.`);
  }
  await reflectPushes(site, repo, actor);
}
