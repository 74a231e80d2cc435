import type { Postgres, PostgresClient } from '../../host/db/postgres.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { Sql, SqlTransaction, SqlValue } from '../sql/database.ts';
import { withDollars } from './placeholders.ts';

/** The connection broke between COMMIT and its answer: nobody knows yet whether it counted. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  readonly transaction: string;
  readonly result: unknown;

  constructor(transaction: string, result: unknown, cause: unknown) {
    super('the outcome of a transaction is unknown', { cause });
    this.transaction = transaction;
    this.result = result;
  }
}

export type Queries = Pick<Postgres, 'query'>;

export interface PostgresTransaction extends SqlTransaction {
  /** For statements that PostgreSQL has and SQLite has not. */
  readonly queries: Queries;
}

/** The calls of the store's tables on a connection, or on any of the pool. */
export function sqlOn(on: Queries): Sql {
  const query = (sql: string, values: readonly SqlValue[]) =>
    on.query(withDollars(sql), values.map(storable));
  return {
    all: async <T>(sql: string, ...values: SqlValue[]) => (await query(sql, values)).rows as T[],
    get: async <T>(sql: string, ...values: SqlValue[]) => (await query(sql, values)).rows[0] as T | undefined,
    run: async (sql, ...values) => (await query(sql, values)).changed,
  };
}

/** PostgreSQL keeps no NUL in a text. */
const storable = (value: SqlValue): SqlValue | Buffer =>
  typeof value === 'string'
    ? value.replaceAll('\0', '\uFFFD')
    : value instanceof Uint8Array
      ? Buffer.from(value)
      : value;

/** One transaction on one connection; `before` is its first statement and may refuse it. */
export async function transactionOn<T>(
  pool: Postgres,
  work: (tx: PostgresTransaction) => Promise<T>,
  before: (tx: Sql) => Promise<void>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    const { rows } = await client.query('BEGIN; SELECT pg_current_xact_id()::text AS id');
    const [{ id }] = rows as [{ id: string }];
    const sql = sqlOn(client);
    const alone = async (name: string) =>
      void (await sql.run('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', `autodev ${name}`));
    await before(sql);
    const result = await work({ ...sql, alone, queries: client });
    await commit(client, id, result);
    return result;
  } catch (error) {
    broken = error instanceof CommitUnknown || isAutodevError(error, 'store_unavailable');
    if (!broken)
      broken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      );
    throw error;
  } finally {
    client.release(broken);
  }
}

async function commit(client: PostgresClient, id: string, result: unknown): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    if (!isAutodevError(error, 'store_unavailable')) throw error;
    throw new CommitUnknown(id, result, error);
  }
}
