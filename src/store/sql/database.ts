/** What the store's tables ask of a database. They are written once, in the SQL that SQLite and PostgreSQL share. */
export interface Sql {
  /** `?` stands for the next value, `?2` for the second. */
  all<T>(sql: string, ...values: SqlValue[]): Promise<T[]>;
  get<T>(sql: string, ...values: SqlValue[]): Promise<T | undefined>;
  /** How many rows it changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
}

export type SqlValue = string | number | null | Uint8Array;

export interface SqlTransaction extends Sql {
  /** Until its end nobody else is in a transaction under this name, in any process. */
  alone(name: string): Promise<void>;
}

export interface SqlDatabase extends Sql {
  /** Writers come one after the other by themselves: a single statement needs no transaction to be seen in order. */
  readonly inOrder: boolean;
  /** All or nothing. What is to be part of it goes through the one that `work` is given. */
  transaction<T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Adds a row, or replaces the one with the same key. */
export function put(
  db: Sql,
  table: string,
  key: readonly string[],
  row: Readonly<Record<string, SqlValue>>,
): Promise<number> {
  const columns = Object.keys(row);
  const others = columns.filter((column) => !key.includes(column));
  return db.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...Object.values(row),
  );
}
