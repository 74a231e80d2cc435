import type { Database } from '../../../host/db/sqlite.ts';
import type { User } from './users.ts';

/** An issue or a pull request: they share numbers, labels, comments and events. */
export interface IssueRow {
  id: number;
  repo_id: number;
  number: number;
  is_pull: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  state_reason: string | null;
  author_id: number;
  closed_by: number | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}

export function issueNumbered(db: Database, repoId: number, number: number): IssueRow | undefined {
  return db.get<IssueRow>('SELECT * FROM issues WHERE repo_id = ? AND number = ?', repoId, number);
}

export function issueById(db: Database, id: number): IssueRow {
  const row = db.get<IssueRow>('SELECT * FROM issues WHERE id = ?', id);
  if (row === undefined) throw new Error(`no issue ${id}`);
  return row;
}

export function insertIssue(
  db: Database,
  fields: { repoId: number; isPull: boolean; title: string; body: string | null; author: User; at: string },
): IssueRow {
  return db.transaction(() => {
    const last = db.get<{ n: number | null }>(
      'SELECT max(number) AS n FROM issues WHERE repo_id = ?',
      fields.repoId,
    );
    const { lastId } = db.run(
      `INSERT INTO issues (repo_id, number, is_pull, title, body, state, author_id, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?)`,
      fields.repoId,
      (last?.n ?? 0) + 1,
      fields.isPull ? 1 : 0,
      fields.title,
      fields.body,
      fields.author.id,
      fields.at,
      fields.at,
    );
    return issueById(db, lastId);
  });
}

export function touchIssue(db: Database, id: number, at: string): void {
  db.run('UPDATE issues SET updated_at = max(updated_at, ?) WHERE id = ?', at, id);
}

export interface IssueQuery {
  state: 'open' | 'closed' | 'all';
  pulls?: boolean;
  labels?: readonly string[];
  since?: string;
  author?: string;
  assignee?: string;
  sort: 'created' | 'updated' | 'comments';
  direction: 'asc' | 'desc';
}

/** SQL of a filtered list; `select` chooses columns or a count. */
export function findIssues(
  db: Database,
  repoId: number,
  query: IssueQuery,
  page: { size: number; offset: number },
): { rows: IssueRow[]; total: number } {
  const where = ['i.repo_id = ?'];
  const values: (string | number)[] = [repoId];
  const add = (sql: string, ...more: (string | number)[]) => {
    where.push(sql);
    values.push(...more);
  };
  if (query.state !== 'all') add('i.state = ?', query.state);
  if (query.pulls !== undefined) add('i.is_pull = ?', query.pulls ? 1 : 0);
  if (query.since !== undefined) add('i.updated_at >= ?', query.since);
  if (query.author !== undefined) add('i.author_id IN (SELECT id FROM users WHERE login = ?)', query.author);
  if (query.assignee === 'none') add('NOT EXISTS (SELECT 1 FROM assignees a WHERE a.issue_id = i.id)');
  else if (query.assignee !== undefined && query.assignee !== '*') {
    add(
      'EXISTS (SELECT 1 FROM assignees a JOIN users u ON u.id = a.user_id WHERE a.issue_id = i.id AND u.login = ?)',
      query.assignee,
    );
  }
  for (const label of query.labels ?? []) {
    add(
      'EXISTS (SELECT 1 FROM issue_labels il JOIN labels l ON l.id = il.label_id WHERE il.issue_id = i.id AND l.name = ?)',
      label,
    );
  }
  const order = {
    created: 'i.created_at',
    updated: 'i.updated_at',
    comments: '(SELECT count(*) FROM comments c WHERE c.issue_id = i.id)',
  }[query.sort];
  const direction = query.direction === 'asc' ? 'ASC' : 'DESC';
  const condition = where.join(' AND ');
  const rows = db.all<IssueRow>(
    `SELECT i.* FROM issues i WHERE ${condition} ORDER BY ${order} ${direction}, i.number ${direction} LIMIT ? OFFSET ?`,
    ...values,
    page.size,
    page.offset,
  );
  const total =
    db.get<{ n: number }>(`SELECT count(*) AS n FROM issues i WHERE ${condition}`, ...values)?.n ?? 0;
  return { rows, total };
}
