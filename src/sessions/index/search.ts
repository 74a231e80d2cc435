import { bulkInsert } from '../../host/db/bulk-insert.ts';
import type { Database } from '../../host/db/sqlite.ts';
import { metaOf, setMeta } from './meta.ts';
import { searchText } from './search-text.ts';

/** Prompts up to this id are in the full-text index. */
export function searchedUpTo(db: Database): number {
  return Number(metaOf(db, 'searched') ?? 0);
}

function newestPrompt(db: Database): number {
  return db.get<{ id: number | null }>('SELECT max(id) AS id FROM prompts')?.id ?? 0;
}

export function searchIsStale(db: Database): boolean {
  return newestPrompt(db) > searchedUpTo(db);
}

/** Puts prompts that are new into the full-text index: done when somebody searches. */
export function refreshSearch(db: Database): void {
  const upTo = searchedUpTo(db);
  const newest = newestPrompt(db);
  db.transaction(() => {
    const inserts = bulkInsert(db, 'INSERT INTO prompt_search (rowid, text)', 2);
    for (const row of db.prepare('SELECT id, text FROM prompts WHERE id > ? ORDER BY id').iterate(upTo))
      inserts.add(row['id'] as number, searchText(row['text'] as string));
    inserts.flush();
    setMeta(db, 'searched', String(newest));
  });
}
