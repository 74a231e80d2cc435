import type { RunId, WorkId } from '../../work/ids.ts';
import type { Role } from '../../work/roles.ts';

export interface CostTable {
  book(entry: {
    repo: string;
    work: WorkId;
    run: RunId;
    step: string;
    role: Role;
    usd: number;
    at: number;
  }): Promise<void>;
  spent(where: { work?: WorkId; repo?: string; since?: number }): Promise<number>;
  /** What an item has cost, by step and role. */
  byStep(work: WorkId): Promise<StepCost[]>;
  /** Sums since a moment, by local day, repository, work item or role, the newest or dearest first. */
  totals(by: 'day' | 'repo' | 'item' | 'role', since: number): Promise<CostTotal[]>;
}

export interface CostTotal {
  key: string;
  usd: number;
  /** Booked steps. */
  steps: number;
}

export interface StepCost {
  step: string;
  role: string;
  usd: number;
  sessions: number;
}
