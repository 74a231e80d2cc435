import { announcePull } from './announce-pull.ts';
import { branchRef, pullHead, readRef, readRefs } from '../git/refs.ts';
import type { Push } from '../hooks/push-payload.ts';
import { nowOf, type Site } from '../site.ts';
import { insertEvent } from '../tables/events.ts';
import { closedPullsFrom, openPullsInto, type PullRow } from '../tables/pulls.ts';
import type { Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';

/** Moves an open pull request to another base, which the caller knows to exist. */
export async function changeBase(
  site: Site,
  repo: Repository,
  pull: PullRow,
  base: string,
  actor: User,
): Promise<void> {
  const sha = (await readRef(site, repo, branchRef(pull.base_ref))) ?? null;
  const at = nowOf(site);
  site.db.transaction(() => {
    site.db.run('UPDATE pulls SET base_ref = ? WHERE issue_id = ?', base, pull.id);
    site.db.run('UPDATE issues SET updated_at = ? WHERE id = ?', at, pull.id);
    insertEvent(site.db, pull.id, actor, 'base_ref_changed', at);
  });
  const changes = { base: { ref: { from: pull.base_ref }, sha: { from: sha } } };
  announcePull(site, repo, pull.id, 'edited', actor, { extra: { changes } });
}

/**
 * The head branch of a merged pull request was deleted: what was stacked on it now goes where that one went, as on
 * GitHub. Gives those that could not be moved.
 */
export async function retargetStacked(
  site: Site,
  repo: Repository,
  push: Push,
  actor: User,
): Promise<PullRow[]> {
  const stacked = openPullsInto(site.db, repo.id, push.branch);
  if (stacked.length === 0) return [];
  const refs = await readRefs(site, repo, 'refs/heads/', 'refs/pull/');
  const merged = closedPullsFrom(site.db, repo.id, push.branch).find(
    (pull) => pull.merged_at !== null && refs.get(pullHead(pull.number)) === push.before,
  );
  const base = merged?.base_ref;
  if (base === undefined || !refs.has(branchRef(base))) return stacked;
  const left: PullRow[] = [];
  for (const pull of stacked) {
    // It would ask to merge a branch into itself.
    if (pull.head_repo_id === repo.id && pull.head_ref === base) left.push(pull);
    else await changeBase(site, repo, pull, base, actor);
  }
  return left;
}

/** The branch of a pull request that had ended is gone: its timeline says who did that. */
export function noteHeadDeleted(site: Site, repo: Repository, push: Push, actor: User): void {
  const [last] = closedPullsFrom(site.db, repo.id, push.branch);
  if (last !== undefined) insertEvent(site.db, last.id, actor, 'head_ref_deleted', nowOf(site));
}
