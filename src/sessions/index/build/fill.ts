import type { Database } from '../../../host/db/sqlite.ts';
import type { TranscriptFile } from '../../locate/transcript.ts';
import type { Reading } from '../../read/read-transcript.ts';
import { fileWriter } from '../rows/file-rows.ts';
import { fileSums } from '../sums/file-sums.ts';
import { rowWriter } from '../rows/rows.ts';
import { sessionWriter } from '../rows/session-rows.ts';
import { sumNames } from '../sums/sum-names.ts';
import { factsOf } from '../rows/transcript-facts.ts';
import { whoseIs } from '../rows/whose.ts';

/** A transcript to put into empty tables. Its numbers are given out beforehand, so that threads need not agree. */
export interface FillJob {
  file: TranscriptFile;
  id: number;
  /** The key of its session, when its place tells which that is. */
  session: number | undefined;
  /** As far as the places tell, no other transcript is of its session. */
  alone: boolean;
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
  names = sumNames(db),
): Filler {
  const files = fileWriter(db);
  const rows = rowWriter(db, firstPrompt);
  const sums = fileSums(db, names);
  const sessions = sessionWriter(db);
  return {
    put: ({ file, id, session, alone }, reading) => {
      const whose = whoseIs(file, reading.bookmark.state, project);
      const facts = factsOf(file, whose.project, reading);
      if (!whose.wanted) {
        files.insert(id, null, facts, reading);
        return;
      }
      const key = session ?? keyOf(whose.session);
      const { harvest } = reading;
      files.insert(id, key, facts, reading);
      rows.write(id, whose.session, harvest);
      rows.writeUsage(id, harvest.usage);
      sums.add(key, id, harvest);
      const costs = sums.addCosts(key, id, harvest.usage);
      if (alone) sessions.add(key, whose.session, facts, [facts], costs);
    },
    flush: () => {
      files.flush();
      rows.flush();
      sums.flush();
      sessions.flush();
    },
  };
}
