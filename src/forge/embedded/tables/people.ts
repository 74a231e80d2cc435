import type { Database } from '../../../host/db/sqlite.ts';
import type { User } from './users.ts';

/** Who is assigned to an issue, and who is asked to review a pull request. */
export type PeopleTable = 'assignees' | 'requested_reviewers';

export function peopleOn(db: Database, table: PeopleTable, issueId: number): User[] {
  return db.all<User>(
    `SELECT u.* FROM users u JOIN ${table} t ON t.user_id = u.id WHERE t.issue_id = ? ORDER BY u.id`,
    issueId,
  );
}

/** False when the person was there already. */
export function addPerson(db: Database, table: PeopleTable, issueId: number, user: User): boolean {
  return (
    db.run(`INSERT INTO ${table} (issue_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, issueId, user.id)
      .changes > 0
  );
}

/** False when the person was not there. */
export function removePerson(db: Database, table: PeopleTable, issueId: number, user: User): boolean {
  return db.run(`DELETE FROM ${table} WHERE issue_id = ? AND user_id = ?`, issueId, user.id).changes > 0;
}
