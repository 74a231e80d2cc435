import { atLeast } from '../../../work/issue.ts';
import type { Call } from '../http/access.ts';
import type { Site } from '../site.ts';
import type { IssueRow } from '../tables/issues.ts';
import { permissionOf, repositoryById, type Repository } from '../tables/repositories.ts';

/** An issue of any repository by its id, if the asker may see it. */
export function issueSeen(
  c: Call,
  site: Site,
  id: number,
): { issue: IssueRow; repo: Repository } | undefined {
  const issue = site.db.get<IssueRow>('SELECT * FROM issues WHERE id = ?', id);
  const repo = issue === undefined ? undefined : repositoryById(site.db, issue.repo_id);
  if (issue === undefined || repo === undefined) return undefined;
  return atLeast(permissionOf(site.db, repo, c.get('viewer')), 'read') ? { issue, repo } : undefined;
}
