import type { BoardItem } from './snapshot.ts';

/** What is on its way into one branch, in the order in which it goes. */
export interface BaseLane {
  repo: string;
  base: string;
  /** The first is the one that merges or is looked at now. */
  entries: readonly LaneEntry[];
  /** Pairs that change the same lines, so that whichever is second has to be resolved. */
  conflicts: readonly LaneConflict[];
  /** Why conflicts could not be looked for; null when they could. */
  unknown: string | null;
}

export interface LaneEntry {
  item: BoardItem;
  head: string | null;
}

export interface LaneConflict {
  first: number;
  second: number;
  files: readonly string[];
}

export interface Lane {
  lanes: readonly BaseLane[];
}
