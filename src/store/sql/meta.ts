import type { MetaTable } from '../tables/meta.ts';
import { put, type SqlDatabase } from './database.ts';

export function metaTable(db: SqlDatabase): MetaTable {
  return {
    get: async (key) => (await db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key))?.value,
    set: async (key, value) => void (await put(db, 'meta', ['key'], { key, value })),
  };
}
