import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from './node-sqlite.ts';
import { chmodSync, closeSync, openSync } from '../fs/node-fs.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { fileError, makeFolderSync } from '../fs/files.ts';

export type Row = Record<string, null | number | bigint | string | Uint8Array>;

/** One step of a schema's history. Never edited after it was released: a new one is added instead. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

export interface Database {
  readonly raw: DatabaseSync;
  /** A prepared statement, kept for the next call with the same text. */
  prepare(sql: string): StatementSync;
  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[];
  get<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined;
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number };
  /** All or nothing. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export interface OpenOptions {
  migrations?: readonly Migration[];
  readOnly?: boolean;
  /** A file nobody else sees until it is whole: no journal, no syncing; a crash leaves it unused. */
  scratch?: boolean;
  /** No files beside it while nobody writes, so that it can be read where nothing can be written. */
  oneFile?: boolean;
  /** How long another process may hold the write lock before we give up. */
  busyMs?: number;
}

export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const readOnly = options.readOnly === true;
  if (!readOnly && path !== ':memory:') {
    try {
      makeFolderSync(dirname(path), 0o700);
    } catch (error) {
      throw fileError(error, `cannot make the folder of ${path}`);
    }
  }
  let raw: DatabaseSync;
  try {
    if (!readOnly && path !== ':memory:') makePrivate(path);
    raw = new DatabaseSync(path, {
      readOnly,
      enableForeignKeyConstraints: true,
      timeout: options.busyMs ?? 10_000,
    });
    if (options.scratch === true) {
      raw.exec(`PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;`);
    } else if (!readOnly) {
      raw.exec(
        `PRAGMA journal_mode = ${options.oneFile === true ? 'DELETE' : 'WAL'}; PRAGMA synchronous = FULL;`,
      );
    }
  } catch (error) {
    throw storeError(error, path);
  }
  const statements = new Map<string, StatementSync>();
  let depth = 0;

  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = raw.prepare(sql);
    statements.set(sql, made);
    return made;
  };

  const transaction = <T>(work: () => T): T => {
    if (depth > 0) return work();
    raw.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const result = work();
      raw.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        raw.exec('ROLLBACK');
      } catch {
        // SQLite has already rolled back (disk full, I/O error); the first error is the one that matters.
      }
      throw error;
    } finally {
      depth -= 1;
    }
  };

  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storeError(error, path);
    }
  };

  const db: Database = {
    raw,
    prepare,
    all: <T>(sql: string, ...values: SQLInputValue[]) => guarded(() => prepare(sql).all(...values) as T[]),
    get: <T>(sql: string, ...values: SQLInputValue[]) =>
      guarded(() => prepare(sql).get(...values) as T | undefined),
    run: (sql, ...values) =>
      guarded(() => {
        const done = prepare(sql).run(...values);
        return { changes: Number(done.changes), lastId: Number(done.lastInsertRowid) };
      }),
    transaction: (work) => guarded(() => transaction(work)),
    close: () => {
      statements.clear();
      if (raw.isOpen) raw.close();
    },
  };
  if (options.migrations !== undefined) {
    try {
      migrate(db, path, options.migrations, readOnly);
    } catch (error) {
      db.close();
      throw error;
    }
  }
  return db;
}

/** Only we may read it. SQLite gives the files it puts beside it the mode of the database itself. */
function makePrivate(path: string): void {
  makeFolderSync(dirname(path), 0o700);
  const quietly = (work: () => void) => {
    try {
      work();
    } catch {
      // Not there, or not ours: SQLite says so in better words when it matters.
    }
  };
  // Never one that exists: closing it would take away the locks that SQLite holds on it in this process.
  quietly(() => closeSync(openSync(path, 'wx', 0o600)));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) quietly(() => chmodSync(file, 0o600));
}

function versionOf(db: Database): number {
  return Number(db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0);
}

function migrate(db: Database, path: string, migrations: readonly Migration[], readOnly: boolean): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const refuseNewer = (found: number) => {
    if (found <= newest) return;
    throw new AutodevError('store_newer', `${path} was written by a newer autodev`, {
      why: `its schema is version ${found}; this program knows up to ${newest}`,
      hint: 'update autodev, or point AUTODEV_HOME to another folder',
    });
  };
  const found = versionOf(db);
  refuseNewer(found);
  if (found === newest) return;
  if (readOnly) {
    throw new AutodevError('store_broken', `${path} has an older schema (${found}, need ${newest})`, {
      hint: 'start the daemon once; it brings the store up to date',
      data: { schema: 'older' },
    });
  }
  // Two first starts at once: the second waits for the lock, reads the version again and finds nothing to do.
  db.transaction(() => {
    const current = versionOf(db);
    refuseNewer(current);
    for (const migration of migrations) {
      if (migration.version <= current) continue;
      db.raw.exec(migration.sql);
      db.raw.exec(`PRAGMA user_version = ${migration.version}`);
    }
  });
}

function storeError(error: unknown, path: string): unknown {
  if (error instanceof AutodevError) return error;
  const text = messageOf(error);
  if (/disk is full|database or disk is full/i.test(text)) {
    return fileError(Object.assign(new Error(text), { code: 'ENOSPC' }), `cannot write to ${path}`);
  }
  if (/readonly database|unable to open database|EROFS|EACCES/i.test(text)) {
    return new AutodevError('io', `cannot open ${path}`, {
      why: text,
      hint: 'check that the folder exists and can be written to, or choose another with AUTODEV_HOME',
      cause: error,
    });
  }
  if (/malformed|not a database/i.test(text)) {
    return new AutodevError('store_broken', `${path} is damaged`, {
      why: text,
      hint: 'move the file away; labels on the forge still say what is finished, so nothing is lost',
      cause: error,
    });
  }
  return error;
}
