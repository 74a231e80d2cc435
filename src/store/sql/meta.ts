import type { MetaTable } from '../tables/meta.ts';
import { put, type Sql, type SqlDatabase } from './database.ts';

export function metaTable(db: SqlDatabase): MetaTable {
  return {
    get: (key) => valueOf(db, key),
    set: (key, value) => write(db, key, value),
    change: (key, to) =>
      db.transaction(async (tx) => {
        await tx.alone(`meta ${key}`);
        const before = await valueOf(tx, key);
        const after = to(before);
        if (after !== before) await write(tx, key, after);
        return after;
      }),
  };
}

const valueOf = async (sql: Sql, key: string): Promise<string | undefined> =>
  (await sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key))?.value;

const write = async (sql: Sql, key: string, value: string): Promise<void> =>
  void (await put(sql, 'meta', ['key'], { key, value }));
