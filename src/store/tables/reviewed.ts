import type { WorkId } from '../../work/ids.ts';

/** The head that we reviewed last: a pull request marked done at another head counts as new. */
export interface ReviewedTable {
  get(work: WorkId): Promise<string | undefined>;
  set(work: WorkId, sha: string): Promise<void>;
  ofRepo(repo: string): Promise<{ work: WorkId; sha: string }[]>;
  /** It was closed. Opened again, the forge still knows what was reviewed. */
  forget(work: WorkId): Promise<void>;
}
