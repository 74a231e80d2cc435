import { announcePull } from './announce-pull.ts';
import { closeByKeywords, closeIssue } from '../issues/closing.ts';
import { gitDirOf } from '../git/bare.ts';
import { readCommits } from '../git/commits.ts';
import { commitTree, mergeTree, replay } from '../git/merge.ts';
import { branchRef, isAncestor, pullBase, pullMerged } from '../git/refs.ts';
import { mergeObstacle } from './obstacle.ts';
import { Problem } from '../http/problem.ts';
import { readShas, type PullShas } from './pull-state.ts';
import { nowOf, type Site } from '../site.ts';
import { insertEvent } from '../tables/events.ts';
import { protectionOf } from '../tables/protections.ts';
import { pullOfIssue, type PullRow } from '../tables/pulls.ts';
import { repositoryById, type Repository } from '../tables/repositories.ts';
import { mailOf, type User } from '../tables/users.ts';

export interface MergeRequest {
  method: 'merge' | 'squash' | 'rebase';
  sha?: string | undefined;
  title?: string | undefined;
  message?: string | undefined;
}

/** Merges by making commits and moving the base once, if it still stands where it was. Call it within the repository's turn. */
export async function mergePull(
  site: Site,
  repo: Repository,
  issueId: number,
  actor: User,
  request: MergeRequest,
): Promise<string> {
  const pull = pullOfIssue(site.db, issueId);
  const shas = await readShas(site, repo, pull);
  if (pull.state === 'closed') throw new Problem(405, 'Pull Request is not mergeable');
  if (pull.draft === 1) throw new Problem(405, 'Pull Request is still a draft');
  if (request.sha !== undefined && request.sha !== shas.head) {
    throw new Problem(409, 'Head branch was modified. Review and try the merge again.');
  }
  const permitted = { merge: repo.allow_merge, squash: repo.allow_squash, rebase: repo.allow_rebase }[
    request.method
  ];
  if (permitted === 0) {
    const words = { merge: 'Merge commits', squash: 'Squash merges', rebase: 'Rebase merges' }[
      request.method
    ];
    throw new Problem(405, `${words} are not allowed on this repository.`);
  }
  const obstacle = mergeObstacle(site, repo, pull, shas.head);
  if (obstacle !== undefined) throw new Problem(405, obstacle);
  const protection = protectionOf(site.db, repo.id, pull.base_ref);
  if (protection?.required_linear_history === true && request.method === 'merge') {
    throw new Problem(405, 'Merge commits are not allowed on this branch.');
  }
  const strict = protection?.required_status_checks?.strict === true;
  if (strict && !(await isAncestor(site, repo, shas.base, shas.head))) {
    throw new Problem(405, 'Head branch is not up to date with the base branch.');
  }
  const result = await makeMerge(site, repo, pull, shas, actor, request);
  if (result === undefined) throw new Problem(405, 'Pull Request is not mergeable');
  if (!(await moveBase(site, repo, pull, shas, result))) {
    throw new Problem(405, 'Base branch was modified. Review and try the merge again.');
  }
  await finishMerge(site, repo, pull, result, actor);
  return result;
}

async function makeMerge(
  site: Site,
  repo: Repository,
  pull: PullRow,
  shas: PullShas,
  actor: User,
  request: MergeRequest,
): Promise<string | undefined> {
  const who = { name: actor.login, email: mailOf(actor) };
  if (request.method === 'rebase') return replay(site, repo, who, shas.base, shas.head);
  const tree = await mergeTree(site, repo, shas.base, shas.head);
  if (tree === undefined) return undefined;
  const words = (title: string, body: string) =>
    `${request.title ?? title}\n\n${request.message ?? body}`.trimEnd();
  if (request.method === 'merge') {
    const owner = pull.head_repo_id === null ? undefined : repositoryById(site.db, pull.head_repo_id)?.owner;
    return commitTree(site, repo, who, {
      tree,
      parents: [shas.base, shas.head],
      message: words(
        `Merge pull request #${pull.number} from ${owner ?? 'unknown'}/${pull.head_ref}`,
        pull.title,
      ),
    });
  }
  const commits = await readCommits(site, repo, `${shas.base}..${shas.head}`, { oldestFirst: true });
  const body = commits.length === 1 ? '' : commits.map((commit) => `* ${commit.message}`).join('\n\n');
  return commitTree(site, repo, who, {
    tree,
    parents: [shas.base],
    message: words(`${pull.title} (#${pull.number})`, body),
  });
}

/** The base moves and the merge is noted in one git transaction: a crash right after it loses nothing. */
async function moveBase(
  site: Site,
  repo: Repository,
  pull: PullRow,
  shas: PullShas,
  result: string,
): Promise<boolean> {
  const input = [
    'start',
    `update ${branchRef(pull.base_ref)} ${result} ${shas.base}`,
    `update ${pullBase(pull.number)} ${shas.base}`,
    `update ${pullMerged(pull.number)} ${result}`,
    'commit',
    '',
  ].join('\n');
  const done = await site.host.git.run(['update-ref', '--stdin'], {
    gitDir: gitDirOf(site, repo),
    input,
    ok: [1, 128],
  });
  return done.code === 0;
}

/** Writes down a merge that git already has. */
export async function finishMerge(
  site: Site,
  repo: Repository,
  pull: PullRow,
  result: string,
  actor: User,
): Promise<void> {
  const at = nowOf(site);
  site.db.transaction(() => {
    site.db.run('UPDATE pulls SET merged_at = ?, merged_by = ? WHERE issue_id = ?', at, actor.id, pull.id);
    insertEvent(site.db, pull.id, actor, 'merged', at, {}, result);
    closeIssue(site, repo, pull, actor, null, result);
  });
  announcePull(site, repo, pull.id, 'closed', actor);
  if (pull.base_ref === repo.default_branch)
    closeByKeywords(site, repo, [pull.title, pull.body ?? ''], actor, result);
}
