import { bulkInsert } from '../../host/bulk-insert.ts';
import type { Database } from '../../host/sqlite.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import { firstOf } from '../read/characters.ts';
import type { ReaderState } from '../read/harvest.ts';
import type { Bookmark, Reading } from '../read/read-transcript.ts';

/** What the index knows of a file. */
export interface KnownFile {
  id: number;
  path: string;
  session: number | null;
  bookmark: Bookmark;
}

const SNIPPET = 500;

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
    insert: (
      id: number,
      file: TranscriptFile,
      session: number | null,
      project: string | null,
      reading: Reading,
    ) => {
      const { bookmark, harvest } = reading;
      const { stamp } = bookmark;
      const counts = session !== null;
      inserts.add(
        id,
        file.path,
        file.agent,
        session,
        bookmark.state.sub === true ? 1 : 0,
        project,
        stamp.size,
        stamp.mtimeMs,
        stamp.ino,
        bookmark.offset,
        bookmark.probe,
        JSON.stringify(bookmark.state),
        harvest.firstTs,
        harvest.lastTs,
        harvest.tailTs,
        counts ? humanCount(reading) : 0,
        counts ? harvest.tools.length : 0,
        counts ? firstPrompt(reading) : null,
        harvest.unknownRecords,
        harvest.brokenLines,
        harvest.longLines,
      );
    },
    flush: inserts.flush,
    grow: (id: number, reading: Reading, counts: boolean) => {
      const { bookmark, harvest } = reading;
      const { stamp } = bookmark;
      grow.run(
        stamp.size,
        stamp.mtimeMs,
        stamp.ino,
        bookmark.offset,
        bookmark.probe,
        JSON.stringify(bookmark.state),
        harvest.firstTs,
        harvest.firstTs,
        harvest.lastTs,
        harvest.lastTs,
        harvest.tailTs,
        counts ? humanCount(reading) : 0,
        counts ? harvest.tools.length : 0,
        counts ? firstPrompt(reading) : null,
        harvest.unknownRecords,
        harvest.brokenLines,
        harvest.longLines,
        id,
      );
    },
  };
}

function humanCount({ harvest }: Reading): number {
  return harvest.prompts.reduce((sum, prompt) => sum + (prompt.role === 'human' ? 1 : 0), 0);
}

function firstPrompt({ harvest }: Reading): string | null {
  const text = harvest.prompts.find((prompt) => prompt.role === 'human')?.text;
  return text === undefined ? null : firstOf(text, SNIPPET);
}
