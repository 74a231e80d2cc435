import type { ChangedFile } from '../../work/pull.ts';

/** What an item changes: the diff of its pull request, or of the commit it is about to publish. */
export interface Changes {
  id: string;
  title: string;
  /** What is compared, in words; null where nothing was written yet. */
  of: string | null;
  files: readonly ChangedFile[];
  /** There is more than is shown. */
  truncated: boolean;
}
