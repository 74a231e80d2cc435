import type { WorkId } from '../../work/ids.ts';

/** A process of a cluster, as the database saw it last. */
export interface Machine {
  id: string;
  kind: 'coordinator' | 'worker';
  host: string;
  pid: number;
  version: string;
  slots: number;
  /** `silent`: it was not heard of for longer than one that lives is. */
  state: 'up' | 'leading' | 'draining' | 'silent';
  seenSecsAgo: number;
  /** What it works on. */
  works: WorkId[];
}

export interface MachineTable {
  /** None for one machine alone. */
  all(): Promise<Machine[]>;
}
