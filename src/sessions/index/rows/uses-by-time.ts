import type { Database } from '../../../host/db/sqlite.ts';

const NAME = 'tool_uses_by_time';

/** Only a question about a part of a week looks at single uses by their time. */
export function orderByTime(db: Database): void {
  db.raw.exec(`CREATE INDEX IF NOT EXISTS ${NAME} ON tool_uses (timestamp, classified_name, file_id)`);
}

export function usesAreOrdered(db: Database): boolean {
  return db.get("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", NAME) !== undefined;
}
