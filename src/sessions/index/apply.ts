import type { Database } from '../../host/db/sqlite.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import type { Reading } from '../read/read-transcript.ts';
import { countOnce } from './rows/copies.ts';
import { fileWriter, type KnownFile } from './rows/file-rows.ts';
import { dropFileSums, fileSums } from './sums/file-sums.ts';
import { rowWriter } from './rows/rows.ts';
import { searchedUpTo } from './search.ts';
import { sessionOf, writeSessions } from './rows/session-rows.ts';
import { sumNames } from './sums/sum-names.ts';
import { factsOf } from './rows/transcript-facts.ts';
import { whoseIs } from './rows/whose.ts';

export interface Applier {
  /** Puts what was read of a file into the tables; `known` is what they hold of it so far. */
  put: (file: TranscriptFile, known: KnownFile | undefined, reading: Reading) => void;
  /** Takes a file that is gone out of the tables. */
  drop: (known: KnownFile) => void;
  /** Brings copies, sums and session rows in line. Nothing may be put after it. */
  finish: () => void;
}

/** Changes an index, file by file. */
export function applier(db: Database, project: string | undefined): Applier {
  const nextAfter = (column: string, table: string): number =>
    db.get<{ n: number }>(`SELECT coalesce(max(${column}), 0) + 1 AS n FROM ${table}`)?.n ?? 1;
  const searched = searchedUpTo(db);
  // Never a number again that the full-text index has seen.
  const rows = rowWriter(db, Math.max(searched + 1, nextAfter('id', 'prompts')));
  const sums = fileSums(db, sumNames(db));
  const files = fileWriter(db);
  const touched = new Map<number, string>();
  const uncounted = new Set<number>();
  const usageKeys = new Set<number>();
  const keys = new Map<string, number>();
  let nextFile = nextAfter('id', 'files');
  let nextKey = nextAfter('key', 'sessions');

  const keyOf = (session: string): number => {
    let key =
      keys.get(session) ?? db.get<{ key: number }>('SELECT key FROM sessions WHERE id = ?', session)?.key;
    if (key === undefined) {
      key = nextKey;
      nextKey += 1;
    }
    keys.set(session, key);
    touched.set(key, session);
    return key;
  };

  const takeOut = (known: KnownFile): void => {
    if (known.session !== null) {
      const id = db.get<{ id: string }>('SELECT id FROM sessions WHERE key = ?', known.session)?.id;
      if (id !== undefined) touched.set(known.session, id);
      dropFileSums(db, known.session, known.id);
    }
    for (const { key } of db.all<{ key: number }>('SELECT key FROM usage WHERE file_id = ?', known.id))
      usageKeys.add(key);
    db.run(
      'DELETE FROM prompt_search WHERE rowid IN (SELECT id FROM prompts WHERE file_id = ? AND id <= ?)',
      known.id,
      searched,
    );
    for (const table of ['prompts', 'tool_uses', 'file_edits', 'usage'])
      db.run(`DELETE FROM ${table} WHERE file_id = ?`, known.id);
    db.run('DELETE FROM files WHERE id = ?', known.id);
  };

  /** Usage that an appended file repeats: kept once, with the larger count. */
  const isRepeated = (fileId: number, key: number, output: number): boolean => {
    const row = db.get<{ rowid: number; output_tokens: number }>(
      'SELECT rowid, output_tokens FROM usage WHERE key = ? AND file_id = ?',
      key,
      fileId,
    );
    if (row === undefined) return false;
    if (output <= row.output_tokens) return true;
    db.run('DELETE FROM usage WHERE rowid = ?', row.rowid);
    return false;
  };

  const putRows = (fileId: number, session: string, key: number, reading: Reading): void => {
    const { harvest, appended } = reading;
    rows.write(fileId, session, harvest);
    if (appended) sums.grow(key, fileId, harvest);
    else sums.add(key, fileId, harvest);
    const spent = appended
      ? harvest.usage.filter((usage) => !isRepeated(fileId, usage.key, usage.output))
      : harvest.usage;
    rows.writeUsage(fileId, spent);
    for (const { key: usageKey } of spent) usageKeys.add(usageKey);
    uncounted.add(fileId);
  };

  return {
    put: (file, known, reading) => {
      if (known !== undefined && reading.appended) {
        files.grow(known.id, known.session, factsOf(file, null, reading), reading);
        if (known.session === null) return;
        const session =
          db.get<{ id: string }>('SELECT id FROM sessions WHERE key = ?', known.session)?.id ?? '';
        touched.set(known.session, session);
        putRows(known.id, session, known.session, reading);
        return;
      }
      if (known !== undefined) takeOut(known);
      const { session, project: place, wanted } = whoseIs(file, reading.bookmark.state, project);
      const id = nextFile;
      nextFile += 1;
      const key = wanted ? keyOf(session) : null;
      files.insert(id, key, factsOf(file, place, reading), reading);
      if (key === null) return;
      putRows(id, session, key, reading);
    },
    drop: takeOut,
    finish: () => {
      files.flush();
      rows.flush();
      for (const file of countOnce(db, usageKeys)) uncounted.add(file);
      for (const file of uncounted) {
        sums.recount(file);
        const owner = sessionOf(db, file);
        if (owner !== undefined) touched.set(owner.key, owner.id);
      }
      sums.flush();
      writeSessions(db, touched);
      const stale = db.prepare('INSERT OR IGNORE INTO stale_links VALUES (?)');
      for (const session of touched.keys()) stale.run(session);
    },
  };
}
