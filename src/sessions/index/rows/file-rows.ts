import { bulkInsert } from '../../../host/db/bulk-insert.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import type { ReaderState } from '../../read/harvest.ts';
import type { Bookmark, Reading } from '../../read/read-transcript.ts';
import type { TranscriptFacts } from './transcript-facts.ts';

/** What the index knows of a file. */
export interface KnownFile {
  id: number;
  path: string;
  session: number | null;
  bookmark: Bookmark;
}

export function knownFiles(db: Database): Map<string, KnownFile> {
  const rows = db.all<{
    id: number;
    path: string;
    session: number | null;
    size: number;
    mtime: number;
    ino: number;
    offset: number;
    probe: string;
    state: string;
  }>('SELECT id, path, session, size, mtime, ino, offset, probe, state FROM files');
  return new Map(
    rows.map(({ id, path, session, size, mtime, ino, offset, probe, state }) => [
      path,
      {
        id,
        path,
        session,
        bookmark: {
          stamp: { size, mtimeMs: mtime, ino },
          offset,
          probe,
          state: JSON.parse(state) as ReaderState,
        },
      },
    ]),
  );
}

/** Writes a file's own row, new or grown. */
export function fileWriter(db: Database) {
  const inserts = bulkInsert(db, 'INSERT INTO files', 21);
  const grow = db.prepare(
    `UPDATE files SET size = ?, mtime = ?, ino = ?, offset = ?, probe = ?, state = ?,
       first_ts = min(coalesce(first_ts, ?), coalesce(?, first_ts)),
       last_ts = max(coalesce(last_ts, ?), coalesce(?, last_ts)),
       tail_ts = coalesce(?, tail_ts),
       prompt_count = prompt_count + ?, tool_use_count = tool_use_count + ?,
       first_prompt = coalesce(first_prompt, ?),
       unknown_records = unknown_records + ?, broken_lines = broken_lines + ?, long_lines = long_lines + ?
     WHERE id = ?`,
  );
  return {
    /** Without a session it is another project's: remembered, and nothing of it counts. */
    insert: (id: number, session: number | null, facts: TranscriptFacts, reading: Reading) => {
      const { bookmark, harvest } = reading;
      const { stamp } = bookmark;
      const counts = session !== null;
      inserts.add(
        id,
        facts.path,
        facts.agent,
        session,
        bookmark.state.sub === true ? 1 : 0,
        facts.project,
        stamp.size,
        stamp.mtimeMs,
        stamp.ino,
        bookmark.offset,
        bookmark.probe,
        JSON.stringify(bookmark.state),
        facts.first_ts,
        facts.last_ts,
        facts.tail_ts,
        counts ? facts.prompt_count : 0,
        counts ? facts.tool_use_count : 0,
        counts ? facts.first_prompt : null,
        harvest.unknownRecords,
        harvest.brokenLines,
        harvest.longLines,
      );
    },
    flush: inserts.flush,
    grow: (id: number, session: number | null, facts: TranscriptFacts, reading: Reading) => {
      const { bookmark, harvest } = reading;
      const { stamp } = bookmark;
      const counts = session !== null;
      grow.run(
        stamp.size,
        stamp.mtimeMs,
        stamp.ino,
        bookmark.offset,
        bookmark.probe,
        JSON.stringify(bookmark.state),
        facts.first_ts,
        facts.first_ts,
        facts.last_ts,
        facts.last_ts,
        facts.tail_ts,
        counts ? facts.prompt_count : 0,
        counts ? facts.tool_use_count : 0,
        counts ? facts.first_prompt : null,
        harvest.unknownRecords,
        harvest.brokenLines,
        harvest.longLines,
        id,
      );
    },
  };
}
