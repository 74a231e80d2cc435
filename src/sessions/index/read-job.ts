import { lineBuffer } from '../../host/line-file.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import { readTranscript, type Bookmark, type Reading } from '../read/read-transcript.ts';

/** One transcript to read, and how far it was read before. */
export interface ReadJob {
  file: TranscriptFile;
  before: Bookmark | undefined;
}

export interface ReadDone {
  job: number;
  reading: Reading | undefined;
}

/** Does jobs one after the other with one buffer. */
export function jobReader(): (job: ReadJob, number: number) => ReadDone {
  const buffer = lineBuffer();
  return ({ file, before }, job) => ({ job, reading: readTranscript(file, before, buffer) });
}
