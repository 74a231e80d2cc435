import { atLeast, type Permission } from '../../../work/issue.ts';
import type { Call } from './access.ts';
import { Problem } from './problem.ts';
import type { Site } from '../site.ts';
import type { IssueRow } from '../tables/issues.ts';
import { permissionOf, type Repository } from '../tables/repositories.ts';

/** Words of others are changed by those with write access only: who sorts issues (triage) does not rewrite them. */
export function mayEdit(site: Site, repo: Repository, c: Call, authorId: number): void {
  if (c.get('viewer').id !== authorId) must(site, repo, c, 'write');
}

/** What of an issue or pull request somebody may change, as GitHub's table of roles has it. */
export function mayChange(
  site: Site,
  repo: Repository,
  c: Call,
  issue: IssueRow,
  body: { title?: unknown; body?: unknown; base?: unknown; labels?: unknown; state?: string | undefined },
): void {
  const mine = c.get('viewer').id === issue.author_id;
  const words = [body.title, body.body, body.base].some((field) => field !== undefined);
  if (words) mayEdit(site, repo, c, issue.author_id);
  // An author may take back their own closing, not somebody else's.
  const reopens = body.state === 'open' && issue.state === 'closed';
  const own = mine && (!reopens || issue.closed_by === c.get('viewer').id);
  if (body.state !== undefined && !own) must(site, repo, c, 'triage');
  if (body.labels !== undefined && !mine) must(site, repo, c, 'triage');
  if (!words && body.state === undefined && body.labels === undefined && !mine) must(site, repo, c, 'triage');
}

function must(site: Site, repo: Repository, c: Call, need: Permission): void {
  if (!atLeast(permissionOf(site.db, repo, c.get('viewer')), need))
    throw new Problem(403, 'Must have write access to the repository.');
}
