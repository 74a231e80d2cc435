import type { Postgres } from '../../host/db/postgres.ts';
import type { Sql, SqlDatabase } from '../sql/database.ts';
import { patiently, type Patience } from './patience.ts';
import { CommitUnknown, sqlOn, transactionOn, type PostgresTransaction } from './transactions.ts';

export interface DatabaseOptions {
  /** Absent: a database that is away is an error at once. */
  patience?: Patience | undefined;
  /** Begins every writing transaction, and refuses it by throwing. */
  fence?: (tx: Sql) => Promise<void>;
}

export interface PostgresDatabase extends SqlDatabase {
  transaction<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T>;
}

/** PostgreSQL as the store's tables know it. Every write is a transaction whose outcome is known in the end. */
export function postgresDatabase(
  pool: Postgres,
  { patience, fence }: DatabaseOptions = {},
): PostgresDatabase {
  const plain = sqlOn(pool);
  const transaction = <T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T> =>
    patiently(patience, async () => {
      try {
        return await transactionOn(pool, work, fence ?? (async () => {}));
      } catch (error) {
        if (!(error instanceof CommitUnknown)) throw error;
        // Asked of the server itself, so that nothing is booked twice and nothing is lost.
        if (await committed(plain, error.transaction, patience)) return error.result as T;
        throw error.cause;
      }
    });
  return {
    inOrder: false,
    all: (sql, ...values) => patiently(patience, () => plain.all(sql, ...values)),
    get: <T>(sql: string, ...values: Parameters<Sql['get']>[1][]) =>
      isWrite(sql)
        ? transaction((tx) => tx.get<T>(sql, ...values))
        : patiently(patience, () => plain.get<T>(sql, ...values)),
    run: (sql, ...values) => transaction((tx) => tx.run(sql, ...values)),
    transaction,
    close: () => pool.close(),
  };
}

const isWrite = (sql: string): boolean => /^\s*(INSERT|UPDATE|DELETE)\b/i.test(sql);

async function committed(sql: Sql, id: string, patience: Patience | undefined): Promise<boolean> {
  for (;;) {
    const row = await patiently(patience, () =>
      sql.get<{ status: string | null }>('SELECT pg_xact_status(?::xid8) AS status', id),
    );
    if (row?.status !== 'in progress') return row?.status === 'committed';
    await patience?.clock.sleep(100, patience.ended);
  }
}
