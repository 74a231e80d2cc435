import type { Database } from '../../../host/db/sqlite.ts';
import type { IssueRow } from './issues.ts';

export interface PullRow extends IssueRow {
  issue_id: number;
  head_repo_id: number | null;
  head_ref: string;
  base_ref: string;
  draft: number;
  merged_at: string | null;
  merged_by: number | null;
  maintainer_can_modify: number;
}

const SELECT = 'SELECT i.*, p.* FROM issues i JOIN pulls p ON p.issue_id = i.id';

export function pullNumbered(db: Database, repoId: number, number: number): PullRow | undefined {
  return db.get<PullRow>(`${SELECT} WHERE i.repo_id = ? AND i.number = ?`, repoId, number);
}

export function pullOfIssue(db: Database, issueId: number): PullRow {
  return db.get<PullRow>(`${SELECT} WHERE i.id = ?`, issueId) as PullRow;
}

export function insertPull(
  db: Database,
  issue: IssueRow,
  fields: {
    headRepoId: number;
    headRef: string;
    baseRef: string;
    draft: boolean;
    maintainerCanModify: boolean;
  },
): PullRow {
  db.run(
    'INSERT INTO pulls (issue_id, head_repo_id, head_ref, base_ref, draft, maintainer_can_modify) VALUES (?, ?, ?, ?, ?, ?)',
    issue.id,
    fields.headRepoId,
    fields.headRef,
    fields.baseRef,
    fields.draft ? 1 : 0,
    fields.maintainerCanModify ? 1 : 0,
  );
  return pullOfIssue(db, issue.id);
}

export function openPullsOf(db: Database, repoId: number): PullRow[] {
  return db.all<PullRow>(`${SELECT} WHERE i.state = 'open' AND i.repo_id = ?`, repoId);
}

export function openPullsFrom(db: Database, headRepoId: number, headRef: string): PullRow[] {
  return db.all<PullRow>(
    `${SELECT} WHERE i.state = 'open' AND p.head_repo_id = ? AND p.head_ref = ?`,
    headRepoId,
    headRef,
  );
}

/** Newest first. */
export function closedPullsFrom(db: Database, headRepoId: number, headRef: string): PullRow[] {
  return db.all<PullRow>(
    `${SELECT} WHERE i.state = 'closed' AND p.head_repo_id = ? AND p.head_ref = ? ORDER BY i.id DESC`,
    headRepoId,
    headRef,
  );
}

export function openPullsInto(db: Database, repoId: number, baseRef: string): PullRow[] {
  return db.all<PullRow>(
    `${SELECT} WHERE i.state = 'open' AND i.repo_id = ? AND p.base_ref = ?`,
    repoId,
    baseRef,
  );
}

export interface PullQuery {
  state: 'open' | 'closed' | 'all';
  head?: { repoId: number; ref: string } | undefined;
  base?: string | undefined;
  sort: 'created' | 'updated' | 'popularity' | 'long-running';
  direction: 'asc' | 'desc';
}

export function findPulls(
  db: Database,
  repoId: number,
  query: PullQuery,
  page: { size: number; offset: number },
): { rows: PullRow[]; total: number } {
  const where = ['i.repo_id = ?'];
  const values: (string | number)[] = [repoId];
  if (query.state !== 'all') {
    where.push('i.state = ?');
    values.push(query.state);
  }
  if (query.head !== undefined) {
    where.push('p.head_repo_id = ? AND p.head_ref = ?');
    values.push(query.head.repoId, query.head.ref);
  }
  if (query.base !== undefined) {
    where.push('p.base_ref = ?');
    values.push(query.base);
  }
  const order = {
    created: 'i.created_at',
    updated: 'i.updated_at',
    popularity: '(SELECT count(*) FROM comments c WHERE c.issue_id = i.id)',
    'long-running': 'i.created_at',
  }[query.sort];
  const direction = query.direction === 'asc' ? 'ASC' : 'DESC';
  const condition = where.join(' AND ');
  const rows = db.all<PullRow>(
    `${SELECT} WHERE ${condition} ORDER BY ${order} ${direction}, i.number ${direction} LIMIT ? OFFSET ?`,
    ...values,
    page.size,
    page.offset,
  );
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM issues i JOIN pulls p ON p.issue_id = i.id WHERE ${condition}`,
      ...values,
    )?.n ?? 0;
  return { rows, total };
}
