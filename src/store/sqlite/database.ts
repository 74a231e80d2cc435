import type { Database } from '../../host/db/sqlite.ts';
import type { SqlDatabase, SqlTransaction } from '../sql/database.ts';

/** SQLite answers at once; only a transaction, whose work may wait for something, makes others wait for its end. */
export function sqliteDatabase(db: Database): SqlDatabase {
  // Looked at again whenever somebody was waited for, and in the same turn as what follows: another may be first.
  const turn: { taken: Promise<void> | undefined } = { taken: undefined };
  const inTransaction: SqlTransaction = {
    all: async (sql, ...values) => db.all(sql, ...values),
    get: async (sql, ...values) => db.get(sql, ...values),
    run: async (sql, ...values) => db.run(sql, ...values).changes,
    alone: async () => {},
  };

  return {
    inOrder: true,
    all: async (sql, ...values) => {
      while (turn.taken !== undefined) await turn.taken;
      return db.all(sql, ...values);
    },
    get: async (sql, ...values) => {
      while (turn.taken !== undefined) await turn.taken;
      return db.get(sql, ...values);
    },
    run: async (sql, ...values) => {
      while (turn.taken !== undefined) await turn.taken;
      return db.run(sql, ...values).changes;
    },
    transaction: async (work) => {
      while (turn.taken !== undefined) await turn.taken;
      db.run('BEGIN IMMEDIATE');
      const ended = Promise.withResolvers<void>();
      turn.taken = ended.promise;
      try {
        const result = await work(inTransaction);
        db.run('COMMIT');
        return result;
      } catch (error) {
        try {
          db.run('ROLLBACK');
        } catch {
          // SQLite has already rolled back (disk full, I/O error); the first error is the one that matters.
        }
        throw error;
      } finally {
        turn.taken = undefined;
        ended.resolve();
      }
    },
    close: async () => {
      while (turn.taken !== undefined) await turn.taken;
      db.close();
    },
  };
}
