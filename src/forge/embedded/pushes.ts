import { announcePull } from './pulls/announce-pull.ts';
import { closeByKeywords } from './issues/closing.ts';
import { closeUnmerged } from './pulls/closing-pulls.ts';
import { readCommits } from './git/commits.ts';
import { takeHead } from './git/pull-head.ts';
import {
  branchRef,
  isAncestor,
  pullBase,
  pullHead,
  pullMerged,
  readRef,
  readRefs,
  seenRef,
  setRefs,
  type Refs,
} from './git/refs.ts';
import { pushPayload, type Push } from './hooks/push-payload.ts';
import { finishMerge } from './pulls/merging.ts';
import { noteHeadDeleted, retargetStacked } from './pulls/retargeting.ts';
import { nowOf, type Site } from './site.ts';
import { insertEvent } from './tables/events.ts';
import { touchIssue } from './tables/issues.ts';
import { protectionOf } from './tables/protections.ts';
import { openPullsFrom, openPullsInto, openPullsOf, type PullRow } from './tables/pulls.ts';
import { repositoryById, type Repository } from './tables/repositories.ts';
import type { User } from './tables/users.ts';

/**
 * Brings everything up to what git says after a push, a merge or a crash. What was already told is kept as refs
 * (`refs/forge/seen/`), so calling it again does nothing. Call it within the repository's turn.
 */
export async function reflectPushes(site: Site, repo: Repository, actor: User): Promise<void> {
  const refs = await readRefs(site, repo, 'refs/heads/', 'refs/forge/', 'refs/pull/');
  const pushes = changedBranches(refs);
  await finishBrokenOffMerges(site, repo, refs, actor);
  await finishBrokenOffOpenings(site, repo, refs);
  for (const push of pushes) {
    if (push.after === undefined) noteHeadDeleted(site, repo, push, actor);
    await movePullHeads(site, repo, push, actor);
    if (push.after === undefined) await closePullsInto(site, repo, push, actor);
    else await noteMergedByPush(site, repo, push, push.after, actor);
    if (push.branch === repo.default_branch && push.after !== undefined)
      await closeFromCommits(site, repo, push, push.after, actor);
  }
  if (pushes.length === 0) return;
  site.db.run(
    'UPDATE repositories SET pushed_at = ?, updated_at = ? WHERE id = ?',
    nowOf(site),
    nowOf(site),
    repo.id,
  );
  await setRefs(site, repo, Object.fromEntries(pushes.map((push) => [seenRef(push.branch), push.after])));
  for (const push of pushes) {
    site.announce({
      repo,
      event: 'push',
      action: null,
      sender: actor,
      payload: () => pushPayload(site, repo, push, actor),
    });
  }
}

function changedBranches(refs: Refs): Push[] {
  const names = new Set(
    [...refs.keys()].flatMap((ref) => {
      const found = /^refs\/(?:heads|forge\/seen)\/(.+)$/.exec(ref);
      return found?.[1] === undefined ? [] : [found[1]];
    }),
  );
  return [...names]
    .map((branch) => ({ branch, before: refs.get(seenRef(branch)), after: refs.get(branchRef(branch)) }))
    .filter((push) => push.before !== push.after);
}

async function finishBrokenOffMerges(site: Site, repo: Repository, refs: Refs, actor: User): Promise<void> {
  for (const [ref, sha] of refs) {
    const number = /^refs\/forge\/pull\/(\d+)\/merged$/.exec(ref)?.[1];
    if (number === undefined) continue;
    const pull = site.db.get<PullRow>(
      `SELECT i.*, p.* FROM issues i JOIN pulls p ON p.issue_id = i.id WHERE i.repo_id = ? AND i.number = ? AND p.merged_at IS NULL`,
      repo.id,
      Number(number),
    );
    if (pull !== undefined) await finishMerge(site, repo, pull, sha, actor);
  }
}

async function finishBrokenOffOpenings(site: Site, repo: Repository, refs: Refs): Promise<void> {
  for (const pull of openPullsOf(site.db, repo.id)) {
    if (refs.has(pullHead(pull.number)) || pull.head_repo_id === null) continue;
    const from = repositoryById(site.db, pull.head_repo_id);
    const sha = from === undefined ? undefined : await readRef(site, from, branchRef(pull.head_ref));
    if (from !== undefined && sha !== undefined)
      await takeHead(site, repo, pull.number, from, pull.head_ref, sha);
  }
}

async function movePullHeads(site: Site, repo: Repository, push: Push, actor: User): Promise<void> {
  for (const pull of openPullsFrom(site.db, repo.id, push.branch)) {
    const into = pull.repo_id === repo.id ? repo : repositoryById(site.db, pull.repo_id);
    if (into === undefined) continue;
    if (push.after === undefined) {
      await closeUnmerged(site, into, pull, actor);
      continue;
    }
    const before = await readRef(site, into, pullHead(pull.number));
    if (before === push.after) continue;
    await takeHead(site, into, pull.number, repo, push.branch, push.after);
    const forced = before !== undefined && !(await isAncestor(site, into, before, push.after));
    const at = nowOf(site);
    site.db.transaction(() => {
      touchIssue(site.db, pull.id, at);
      if (forced) insertEvent(site.db, pull.id, actor, 'head_ref_force_pushed', at, {}, push.after ?? null);
      dismissStale(site, into, pull, actor, at);
    });
    announcePull(site, into, pull.id, 'synchronize', actor, { extra: { before, after: push.after } });
  }
}

function dismissStale(site: Site, repo: Repository, pull: PullRow, actor: User, at: string): void {
  if (
    protectionOf(site.db, repo.id, pull.base_ref)?.required_pull_request_reviews?.dismiss_stale_reviews !==
    true
  )
    return;
  const stale = site.db.all<{ id: number }>(
    `SELECT id FROM reviews WHERE issue_id = ? AND state = 'APPROVED'`,
    pull.id,
  );
  for (const { id } of stale) {
    site.db.run(`UPDATE reviews SET state = 'DISMISSED' WHERE id = ?`, id);
    insertEvent(site.db, pull.id, actor, 'review_dismissed', at, {
      dismissed_review: { state: 'approved', review_id: id, dismissal_message: null },
    });
  }
}

async function closePullsInto(site: Site, repo: Repository, push: Push, actor: User): Promise<void> {
  for (const pull of await retargetStacked(site, repo, push, actor))
    await closeUnmerged(site, repo, pull, actor, push.before);
}

/** Someone pushed a pull request's commits to its base by hand: that is a merge. */
async function noteMergedByPush(
  site: Site,
  repo: Repository,
  push: Push,
  after: string,
  actor: User,
): Promise<void> {
  for (const pull of openPullsInto(site.db, repo.id, push.branch)) {
    const head = await readRef(site, repo, pullHead(pull.number));
    if (head === undefined || push.before === undefined || !(await isAncestor(site, repo, head, after)))
      continue;
    if (await isAncestor(site, repo, head, push.before)) continue;
    await setRefs(site, repo, { [pullBase(pull.number)]: push.before, [pullMerged(pull.number)]: after });
    await finishMerge(site, repo, pull, after, actor);
  }
}

async function closeFromCommits(
  site: Site,
  repo: Repository,
  push: Push,
  after: string,
  actor: User,
): Promise<void> {
  if (push.before === undefined || !(await isAncestor(site, repo, push.before, after))) return;
  for (const commit of await readCommits(site, repo, `${push.before}..${after}`, { oldestFirst: true })) {
    closeByKeywords(site, repo, [commit.message], actor, commit.sha);
  }
}
