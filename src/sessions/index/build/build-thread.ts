import { lineBuffer } from '../../../host/fs/line-file.ts';
import { serveJobs } from '../../../host/process/threads.ts';
import { readTranscript } from '../../read/read-transcript.ts';
import { partPath, PROMPTS_PER_PART, type BuildCommon } from './build-parts.ts';
import { filler, type FillJob } from './fill.ts';
import { createIndex } from '../open.ts';

// The body of a thread that builds a part of an index; see build.ts.
serveJobs<FillJob, BuildCommon>(({ aside, project }, number) => {
  const db = createIndex(partPath(aside, number));
  db.raw.exec('BEGIN');
  const buffer = lineBuffer();
  const fill = filler(db, project, PROMPTS_PER_PART * (number + 1), () => {
    throw new Error('a job whose session is not known was given to a thread');
  });
  return {
    work: (job) => {
      const reading = readTranscript(job.file, undefined, buffer);
      if (reading !== undefined) fill.put(job, reading);
    },
    end: () => {
      fill.flush();
      db.raw.exec('COMMIT');
      db.close();
    },
  };
});
