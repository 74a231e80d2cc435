import type { Database } from '../../host/db/sqlite.ts';

/** What the index knows of itself: `scope`, `listing`, `links`, `searched`. */
export function metaOf(db: Database, name: string): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value;
}

export function setMeta(db: Database, name: string, value: string): void {
  db.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', name, value);
}
