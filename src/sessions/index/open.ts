import { sizeOf } from '../../host/fs/replace-file.ts';
import { openDatabase, type Database } from '../../host/db/sqlite.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import { LAYOUT, MIGRATIONS } from './schema.ts';

/** Marks a SQLite file as ours ("adSX"): nothing else is ever overwritten. */
const APPLICATION_ID = 0x61645358;

/**
 * The index at a path, to read from; undefined when there is none, or one of another layout. A file that
 * is no index of ours is refused: `--db` may point anywhere.
 */
export function openUsable(path: string): Database | undefined {
  if ((sizeOf(path) ?? 0) === 0) return undefined;
  const db = openDatabase(path, { readOnly: true });
  try {
    const id = db.get<{ application_id: number }>('PRAGMA application_id')?.application_id;
    if (id !== APPLICATION_ID) throw notAnIndex(path);
    if (db.get<{ user_version: number }>('PRAGMA user_version')?.user_version === LAYOUT) return db;
    db.close();
    return undefined;
  } catch (error) {
    db.close();
    throw isAutodevError(error, 'store_broken') ? notAnIndex(path, error) : error;
  }
}

function notAnIndex(path: string, cause?: unknown): AutodevError {
  return new AutodevError('invalid_input', `${path} is not a session index`, {
    why: 'the file exists and was not written by this program, or is damaged',
    hint: 'choose another file with --db, or remove this one: an index can always be built again',
    cause,
  });
}

/** An index to change. What changes stays in memory until it is all there: readers wait for the writing of it alone. */
export function openIndex(path: string): Database {
  const db = openDatabase(path, { migrations: MIGRATIONS, oneFile: true });
  db.raw.exec('PRAGMA cache_spill = OFF');
  return db;
}

/** An empty index, built where nobody else sees it. */
export function createIndex(path: string): Database {
  const db = openDatabase(path, { migrations: MIGRATIONS, scratch: true });
  db.raw.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  return db;
}
