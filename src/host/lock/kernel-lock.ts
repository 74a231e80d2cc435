import { messageOf } from '../../work/errors.ts';
import { DatabaseSync } from '../db/node-sqlite.ts';
import { fileError } from '../fs/files.ts';

/**
 * SQLite's lock on a file of its own, held until it is closed or its process ends, however that ends: there is no
 * stale lock, and so no race of those who would take one over. Undefined when somebody else holds it.
 */
export function kernelLock(path: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // Only one can have the right to write, and nobody's attempt gets in another's way (as with BEGIN EXCLUSIVE).
    db.exec('BEGIN IMMEDIATE');
    return db;
  } catch (error) {
    db?.close();
    if (/database is locked/i.test(messageOf(error))) return undefined;
    throw fileError(error, `cannot lock ${path}`);
  }
}
