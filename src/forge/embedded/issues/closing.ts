import { insertEvent } from '../tables/events.ts';
import { issueById, issueNumbered, type IssueRow } from '../tables/issues.ts';
import { fullName, type Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';
import { nowOf, type Site } from '../site.ts';
import { issueJson } from '../json/issue.ts';

const KEYWORD = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gi;

/** Numbers of this repository's issues that a text closes by keyword. */
export function closedBy(text: string, repo: string): number[] {
  const numbers = [...text.matchAll(KEYWORD)]
    .filter(([, other]) => other === undefined || other.toLowerCase() === repo.toLowerCase())
    .map(([, , number]) => Number(number));
  return [...new Set(numbers)];
}

/** Closes what the texts name. The caller has made sure that this is about the default branch. */
export function closeByKeywords(
  site: Site,
  repo: Repository,
  texts: readonly string[],
  actor: User,
  commit: string | null,
): void {
  for (const number of new Set(texts.flatMap((text) => closedBy(text, fullName(repo))))) {
    const issue = issueNumbered(site.db, repo.id, number);
    if (issue === undefined || issue.is_pull === 1 || issue.state === 'closed') continue;
    closeIssue(site, repo, issue, actor, 'completed', commit);
  }
}

export function closeIssue(
  site: Site,
  repo: Repository,
  issue: IssueRow,
  actor: User,
  reason: string | null,
  commit: string | null = null,
): void {
  const at = nowOf(site);
  site.db.transaction(() => {
    site.db.run(
      `UPDATE issues SET state = 'closed', state_reason = ?, closed_by = ?, closed_at = ?, updated_at = ? WHERE id = ?`,
      issue.is_pull === 1 ? null : reason,
      actor.id,
      at,
      at,
      issue.id,
    );
    insertEvent(
      site.db,
      issue.id,
      actor,
      'closed',
      at,
      issue.is_pull === 1 ? {} : { state_reason: reason },
      commit,
    );
  });
  if (issue.is_pull === 1) return;
  site.announce({
    repo,
    event: 'issues',
    action: 'closed',
    sender: actor,
    payload: () => ({ issue: issueJson(site, repo, issueById(site.db, issue.id)) }),
  });
}
