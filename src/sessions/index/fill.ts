import type { Database } from '../../host/sqlite.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import type { Reading } from '../read/read-transcript.ts';
import { fileWriter } from './file-rows.ts';
import { fileSums } from './file-sums.ts';
import { rowWriter } from './rows.ts';
import { whoseIs } from './whose.ts';

/** A transcript to put into empty tables. Its numbers are given out beforehand, so that threads need not agree. */
export interface FillJob {
  file: TranscriptFile;
  id: number;
  /** The key of its session, when its place tells which that is. */
  session: number | undefined;
}

export interface Filler {
  put: (job: FillJob, reading: Reading) => void;
  flush: () => void;
}

/** Fills tables that hold nothing yet. `keyOf` is asked for sessions that only the records name. */
export function filler(
  db: Database,
  project: string | undefined,
  firstPrompt: number,
  keyOf: (session: string) => number,
): Filler {
  const files = fileWriter(db);
  const rows = rowWriter(db, firstPrompt);
  const sums = fileSums(db);
  return {
    put: ({ file, id, session }, reading) => {
      const whose = whoseIs(file, reading.bookmark.state, project);
      if (!whose.wanted) {
        files.insert(id, file, null, whose.project, reading);
        return;
      }
      const key = session ?? keyOf(whose.session);
      const { harvest } = reading;
      files.insert(id, file, key, whose.project, reading);
      rows.write(id, whose.session, harvest);
      rows.writeUsage(id, harvest.usage);
      sums.add(key, id, harvest);
      sums.addCosts(key, id, harvest.usage);
    },
    flush: () => {
      files.flush();
      rows.flush();
      sums.flush();
    },
  };
}
