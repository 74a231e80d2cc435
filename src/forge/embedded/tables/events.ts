import type { Database } from '../../../host/db/sqlite.ts';
import type { User } from './users.ts';

export interface EventRow {
  id: number;
  issue_id: number;
  actor_id: number;
  event: string;
  commit_sha: string | null;
  /** JSON with what the event adds: label, rename, assignee … */
  data: string;
  created_at: string;
}

export function insertEvent(
  db: Database,
  issueId: number,
  actor: User,
  event: string,
  at: string,
  data: Record<string, unknown> = {},
  commit: string | null = null,
): void {
  db.run(
    'INSERT INTO issue_events (issue_id, actor_id, event, commit_sha, data, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    issueId,
    actor.id,
    event,
    commit,
    JSON.stringify(data),
    at,
  );
}

export function eventsOf(db: Database, issueId: number): EventRow[] {
  return db.all<EventRow>('SELECT * FROM issue_events WHERE issue_id = ? ORDER BY id', issueId);
}
