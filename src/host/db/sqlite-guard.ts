import { constants, DatabaseSync } from './node-sqlite.ts';

/** Reads of FTS5 look at this one; it tells nothing. */
const HARMLESS_PRAGMA = 'data_version';

/**
 * A database that a stranger's SQL can only read: opened read-only, with an authorizer that lets through
 * SELECT and functions and nothing else (no ATTACH, no PRAGMA, no extension), and with small limits.
 */
export function readWithStrangersSql(path: string, sql: string, mostRows: number): unknown[] {
  const db = new DatabaseSync(path, {
    readOnly: true,
    allowExtension: false,
    timeout: 10_000,
    limits: { length: 16 * 1024 * 1024, sqlLength: 100_000, attach: 0, likePatternLength: 1_000 },
  });
  try {
    const allowed = new Set<number>([
      constants.SQLITE_SELECT,
      constants.SQLITE_READ,
      constants.SQLITE_FUNCTION,
      constants.SQLITE_RECURSIVE,
    ]);
    db.setAuthorizer((action, first) =>
      allowed.has(action) || (action === constants.SQLITE_PRAGMA && first === HARMLESS_PRAGMA)
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY,
    );
    const rows: unknown[] = [];
    for (const row of db.prepare(sql).iterate()) {
      if (rows.length === mostRows) throw new Error(`more than ${mostRows} rows: add a LIMIT`);
      rows.push(row);
    }
    return rows;
  } finally {
    db.close();
  }
}
