import { announcePull } from './announce-pull.ts';
import { closeIssue } from '../issues/closing.ts';
import { takeHead } from '../git/pull-head.ts';
import { branchRef, pullBase, readRef, setRefs } from '../git/refs.ts';
import { invalid } from '../http/problem.ts';
import { nowOf, type Site } from '../site.ts';
import { insertEvent } from '../tables/events.ts';
import type { PullRow } from '../tables/pulls.ts';
import { fullName, repositoryById, type Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';

/** Closes a pull request without merging it; it keeps the base it was closed with. */
export async function closeUnmerged(
  site: Site,
  repo: Repository,
  pull: PullRow,
  actor: User,
  base?: string,
): Promise<void> {
  const kept = base ?? (await readRef(site, repo, branchRef(pull.base_ref)));
  if (kept !== undefined) await setRefs(site, repo, { [pullBase(pull.number)]: kept });
  closeIssue(site, repo, pull, actor, null);
  announcePull(site, repo, pull.id, 'closed', actor);
}

export async function reopenPull(site: Site, repo: Repository, pull: PullRow, actor: User): Promise<void> {
  const refuse = (why: string) =>
    invalid('PullRequest', 'state', 'invalid', `state cannot be changed. ${why}`);
  if (pull.merged_at !== null) throw refuse(`${fullName(repo)}#${pull.number} was merged.`);
  const from = pull.head_repo_id === null ? undefined : repositoryById(site.db, pull.head_repo_id);
  const head = from === undefined ? undefined : await readRef(site, from, branchRef(pull.head_ref));
  if (from === undefined || head === undefined) throw refuse(`The ${pull.head_ref} branch has been deleted.`);
  if ((await readRef(site, repo, branchRef(pull.base_ref))) === undefined) {
    throw refuse(`The ${pull.base_ref} branch has been deleted.`);
  }
  await takeHead(site, repo, pull.number, from, pull.head_ref, head);
  site.db.transaction(() => {
    site.db.run(
      `UPDATE issues SET state = 'open', closed_at = NULL, closed_by = NULL, updated_at = ? WHERE id = ?`,
      nowOf(site),
      pull.id,
    );
    insertEvent(site.db, pull.id, actor, 'reopened', nowOf(site));
  });
  announcePull(site, repo, pull.id, 'reopened', actor);
}
