import type { Permission } from '../../../work/issue.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import { userById, type User } from './users.ts';

export interface Repository {
  id: number;
  owner_id: number;
  owner: string;
  name: string;
  description: string | null;
  private: number;
  default_branch: string;
  parent_id: number | null;
  has_issues: number;
  archived: number;
  allow_merge: number;
  allow_squash: number;
  allow_rebase: number;
  delete_branch_on_merge: number;
  created_at: string;
  updated_at: string;
  pushed_at: string;
}

const SELECT = 'SELECT r.*, u.login AS owner FROM repositories r JOIN users u ON u.id = r.owner_id';

export function repositoryNamed(db: Database, owner: string, name: string): Repository | undefined {
  return db.get<Repository>(`${SELECT} WHERE u.login = ? AND r.name = ?`, owner, name);
}

export function repositoryById(db: Database, id: number): Repository | undefined {
  return db.get<Repository>(`${SELECT} WHERE r.id = ?`, id);
}

export function forkOf(db: Database, parent: Repository, owner: string): Repository | undefined {
  return db.get<Repository>(`${SELECT} WHERE r.parent_id = ? AND u.login = ?`, parent.id, owner);
}

export function allRepositories(db: Database): Repository[] {
  return db.all<Repository>(`${SELECT} ORDER BY u.login, r.name`);
}

export function fullName(repo: Repository): string {
  return `${repo.owner}/${repo.name}`;
}

export function insertRepository(
  db: Database,
  fields: Pick<Repository, 'name' | 'description' | 'private' | 'default_branch' | 'parent_id'> & {
    owner: User;
    at: string;
  },
): Repository {
  const { lastId } = db.run(
    `INSERT INTO repositories (owner_id, name, description, private, default_branch, parent_id, created_at, updated_at, pushed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    fields.owner.id,
    fields.name,
    fields.description,
    fields.private,
    fields.default_branch,
    fields.parent_id,
    fields.at,
    fields.at,
    fields.at,
  );
  return repositoryById(db, lastId) as Repository;
}

/** What someone may do. Apps are installed everywhere with write access; a public repository is read by all. */
export function permissionOf(db: Database, repo: Repository, user: User): Permission {
  if (user.id === repo.owner_id) return 'admin';
  if (user.type === 'Bot') return 'write';
  const row = db.get<{ permission: Permission }>(
    'SELECT permission FROM collaborators WHERE repo_id = ? AND user_id = ?',
    repo.id,
    user.id,
  );
  return row?.permission ?? (repo.private === 1 ? 'none' : 'read');
}

export type Association = 'OWNER' | 'COLLABORATOR' | 'CONTRIBUTOR' | 'NONE';

export function associationOf(db: Database, repo: Repository, user: User): Association {
  if (user.id === repo.owner_id) return 'OWNER';
  const collaborates = db.get(
    'SELECT 1 FROM collaborators WHERE repo_id = ? AND user_id = ?',
    repo.id,
    user.id,
  );
  if (collaborates !== undefined) return 'COLLABORATOR';
  const merged = db.get(
    `SELECT 1 FROM issues i JOIN pulls p ON p.issue_id = i.id
     WHERE i.repo_id = ? AND i.author_id = ? AND p.merged_at IS NOT NULL`,
    repo.id,
    user.id,
  );
  return merged === undefined ? 'NONE' : 'CONTRIBUTOR';
}

/** Everybody who may be assigned or asked for a review: the owner and the collaborators. */
export function peopleOf(db: Database, repo: Repository): User[] {
  const others = db.all<User>(
    'SELECT u.* FROM users u JOIN collaborators c ON c.user_id = u.id WHERE c.repo_id = ? ORDER BY u.id',
    repo.id,
  );
  return [userById(db, repo.owner_id), ...others.filter((user) => user.id !== repo.owner_id)];
}
