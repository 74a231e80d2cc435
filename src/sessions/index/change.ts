import { lineBuffer } from '../../host/fs/line-file.ts';
import { yieldToEventLoop } from '../../host/clock.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import { readTranscript } from '../read/read-transcript.ts';
import { applier } from './apply.ts';
import { knownFiles } from './rows/file-rows.ts';
import { openIndex } from './open.ts';
import { INDEXES_FOR_CHANGE } from './schema.ts';
import { refuseNothing, summaryOf, type IndexSummary } from './summary.ts';
import type { UpdateOptions } from './update-options.ts';

/** An index is changed in one transaction: a crash leaves it as it was. */
export async function changeIndex(
  found: readonly TranscriptFile[],
  listing: string,
  options: UpdateOptions,
): Promise<IndexSummary> {
  const db = openIndex(options.path);
  try {
    db.raw.exec('BEGIN IMMEDIATE');
    db.raw.exec(INDEXES_FOR_CHANGE);
    const known = knownFiles(db);
    const apply = applier(db, options.project);
    const gone = new Map(known);
    for (const file of found) gone.delete(file.path);
    for (const file of gone.values()) apply.drop(file);
    const changed = found.filter((file) => {
      const before = known.get(file.path)?.bookmark.stamp;
      const { size, mtimeMs, ino } = file.stamp;
      return before?.size !== size || before.mtimeMs !== mtimeMs || before.ino !== ino;
    });
    const done = { read: 0, appended: 0, unchanged: found.length - changed.length, removed: gone.size };
    const buffer = lineBuffer();
    const totalBytes = changed.reduce((sum, file) => sum + file.stamp.size, 0);
    let bytes = 0;
    for (const [at, file] of changed.entries()) {
      const before = known.get(file.path);
      const reading = readTranscript(file, before?.bookmark, buffer);
      if (reading !== undefined) apply.put(file, before, reading);
      // It vanished between the walk and the reading.
      else if (before !== undefined) apply.drop(before);
      if (reading?.appended === true) done.appended += 1;
      else if (reading !== undefined) done.read += 1;
      bytes += file.stamp.size;
      options.progress?.({ files: at + 1, totalFiles: changed.length, bytes, totalBytes });
      if (at % 32 === 31) await yieldToEventLoop();
      options.signal?.throwIfAborted();
    }
    apply.finish();
    db.run("UPDATE meta SET value = ? WHERE name = 'listing'", listing);
    refuseNothing(db, options.project);
    db.raw.exec('COMMIT');
    return summaryOf(db, options.path, done);
  } finally {
    // Closing without COMMIT rolls back.
    db.close();
  }
}
