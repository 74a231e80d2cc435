import type { LineSink } from '../../host/fs/line-file.ts';

/** Takes the lines of one transcript. One per agent; each fills a Gatherer. */
export type TranscriptReader = LineSink;
