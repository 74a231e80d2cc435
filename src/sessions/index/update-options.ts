import type { Roots } from '../locate/roots.ts';

export interface UpdateOptions {
  roots: Roots;
  /** A working folder's path; all projects without it. */
  project?: string | undefined;
  path: string;
  /** Build it anew. */
  full?: boolean;
  /** Makes the name of the file that is built aside unique. */
  tag: string;
  /** Threads beside this one for a build; by the amount to read otherwise. */
  threads?: number;
  signal?: AbortSignal | undefined;
  progress?: (done: Progress) => void;
}

export interface Progress {
  files: number;
  totalFiles: number;
  bytes: number;
  totalBytes: number;
}
