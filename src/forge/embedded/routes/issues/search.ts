import { atLeast } from '../../../../work/issue.ts';
import type { Call, Api } from '../../http/access.ts';
import { issueJson } from '../../json/issue.ts';
import { pageOf, sendPage } from '../../http/page.ts';
import { invalid } from '../../http/problem.ts';
import type { Site } from '../../site.ts';
import { commentsOf } from '../../tables/comments.ts';
import type { IssueRow } from '../../tables/issues.ts';
import { labelsOn } from '../../tables/labels.ts';
import { peopleOn } from '../../tables/people.ts';
import { pullOfIssue } from '../../tables/pulls.ts';
import { allRepositories, fullName, permissionOf, type Repository } from '../../tables/repositories.ts';
import { userById } from '../../tables/users.ts';

interface Term {
  key: string;
  value: string;
  not: boolean;
}

/** `-label:"in progress" repo:o/r word` → terms. */
export function parseQuery(text: string): Term[] {
  return [...text.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi)].map(
    ([, minus, key, quoted, plain]) => ({
      key: (key ?? 'text').toLowerCase(),
      value: quoted ?? plain ?? '',
      not: minus === '-',
    }),
  );
}

function matches(site: Site, repo: Repository, row: IssueRow, { key, value }: Term): boolean {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const within = (text: string) => text.toLowerCase().includes(value.toLowerCase());
  const author = () => userById(site.db, row.author_id).login;
  switch (key) {
    case 'repo':
      return same(fullName(repo), value);
    case 'user':
    case 'org':
      return same(repo.owner, value);
    case 'is':
    case 'type':
    case 'state':
      if (value === 'open' || value === 'closed') return row.state === value;
      if (value === 'merged') return row.is_pull === 1 && pullOfIssue(site.db, row.id).merged_at !== null;
      if (value === 'draft') return row.is_pull === 1 && pullOfIssue(site.db, row.id).draft === 1;
      return value === 'pr' || value === 'pull-request' ? row.is_pull === 1 : row.is_pull === 0;
    case 'label':
      return labelsOn(site.db, row.id).some((label) => same(label.name, value));
    case 'author':
      return same(author(), value);
    case 'assignee':
      return peopleOn(site.db, 'assignees', row.id).some((user) => same(user.login, value));
    case 'head':
      return row.is_pull === 1 && pullOfIssue(site.db, row.id).head_ref === value;
    case 'base':
      return row.is_pull === 1 && pullOfIssue(site.db, row.id).base_ref === value;
    case 'no':
      return value === 'label'
        ? labelsOn(site.db, row.id).length === 0
        : peopleOn(site.db, 'assignees', row.id).length === 0;
    case 'updated':
    case 'created':
      return inDates(key === 'updated' ? row.updated_at : row.created_at, value);
    case 'in':
    case 'sort':
      return true;
    default:
      return (
        within(row.title) ||
        within(row.body ?? '') ||
        commentsOf(site.db, row.id).some((comment) => within(comment.body))
      );
  }
}

function inDates(at: string, range: string): boolean {
  const [, sign = '=', day = ''] = /^(>=|<=|>|<)?(.*)$/.exec(range) ?? [];
  const here = at.slice(0, day.length);
  if (sign === '>=') return here >= day;
  if (sign === '<=') return here <= day;
  if (sign === '>') return here > day;
  return sign === '<' ? here < day : here === day;
}

export function searchRoutes(api: Api, site: Site): void {
  api.get('/search/issues', (c: Call) => {
    const text = c.req.query('q') ?? '';
    if (text.trim() === '') throw invalid('Search', 'q', 'missing');
    const terms = parseQuery(text);
    const found: { repo: Repository; row: IssueRow }[] = [];
    for (const repo of allRepositories(site.db)) {
      if (!atLeast(permissionOf(site.db, repo, c.get('viewer')), 'read')) continue;
      const rows = site.db.all<IssueRow>('SELECT * FROM issues WHERE repo_id = ?', repo.id);
      found.push(
        ...rows
          .filter((row) => terms.every((term) => matches(site, repo, row, term) !== term.not))
          .map((row) => ({ repo, row })),
      );
    }
    const column = c.req.query('sort') === 'updated' ? 'updated_at' : 'created_at';
    const sign = c.req.query('order') === 'asc' ? 1 : -1;
    found.sort((a, b) => sign * (a.row[column].localeCompare(b.row[column]) || a.row.id - b.row.id));
    const page = pageOf(c);
    const items = found
      .slice(page.offset, page.offset + page.size)
      .map(({ repo, row }) => ({ ...issueJson(site, repo, row), score: 1 }));
    return sendPage(c, site, page, found.length, {
      total_count: found.length,
      incomplete_results: false,
      items,
      search_type: 'lexical',
    });
  });
}
