import { copyAside } from '../../host/fs/copy-aside.ts';
import { openDatabase, type Database } from '../../host/db/sqlite.ts';
import { isAutodevError } from '../../work/errors.ts';
import { linksAreStale, refreshLinks } from '../index/rows/links.ts';
import { openIndex } from '../index/open.ts';
import { refreshSearch, searchIsStale } from '../index/search.ts';
import { orderByTime, usesAreOrdered } from '../index/rows/uses-by-time.ts';

/** An index that has all a query needs. */
export interface Ready {
  path: string;
  done: () => void;
}

interface Late {
  asked: RegExp;
  isMissing: (db: Database) => boolean;
  make: (db: Database) => void;
}

/** What an index does not have from the start, so that indexing itself stays quick. */
const LATE: readonly Late[] = [
  { asked: /session_links/i, isMissing: linksAreStale, make: refreshLinks },
  { asked: /prompt_search/i, isMissing: searchIsStale, make: refreshSearch },
  { asked: /tool_uses/i, isMissing: (db) => !usesAreOrdered(db), make: orderByTime },
];

/** Works out what a query needs when it is first asked for after a change. */
export function workOut(index: string, sql: string): Ready {
  const asked = LATE.filter((late) => late.asked.test(sql));
  const here = { path: index, done: () => {} };
  if (asked.length === 0 || !isAnyMissing(index, asked)) return here;
  try {
    makeAll(index, asked);
    return here;
  } catch (error) {
    if (!isAutodevError(error, 'io')) throw error;
  }
  // An index that cannot be written: it is worked out in a copy, for this question alone.
  const copy = copyAside(index);
  try {
    makeAll(copy.path, asked);
  } catch (error) {
    copy.remove();
    throw error;
  }
  return { path: copy.path, done: copy.remove };
}

function isAnyMissing(index: string, asked: readonly Late[]): boolean {
  const db = openDatabase(index, { readOnly: true });
  try {
    return asked.some((late) => late.isMissing(db));
  } finally {
    db.close();
  }
}

function makeAll(index: string, asked: readonly Late[]): void {
  const db = openIndex(index);
  try {
    for (const late of asked) if (late.isMissing(db)) late.make(db);
  } finally {
    db.close();
  }
}
