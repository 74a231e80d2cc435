import type { RunId, WorkId } from '../../work/ids.ts';
import type { Tokens } from '../../work/prices.ts';
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
    /** As the agent names it. */
    model?: string;
    tokens?: Tokens;
  }): Promise<void>;
  spent(where: { work?: WorkId; repo?: string; since?: number }): Promise<number>;
  /** What each of these items has cost in all; none for one that cost nothing. */
  spentOn(works: readonly WorkId[]): Promise<Map<WorkId, number>>;
  /** What an item has cost, by step and role; of one of its runs where that is named. */
  byStep(work: WorkId, run?: RunId): Promise<StepCost[]>;
  /** Sums since a moment, by local day, repository, work item, model or role, the newest or dearest first. */
  totals(by: CostKey, since: number): Promise<CostTotal[]>;
  /** What was booked for a repository in a span of time, in order. */
  entries(where: { repo: string; from: number; to: number }): Promise<CostEntry[]>;
}

export type CostKey = 'day' | 'repo' | 'item' | 'model' | 'role';

export interface CostEntry {
  work: WorkId;
  role: string;
  model: string;
  usd: number;
  tokens: number;
}

export interface CostTotal {
  key: string;
  usd: number;
  tokens: number;
  /** Booked steps. */
  steps: number;
}

export interface StepCost {
  step: string;
  role: string;
  usd: number;
  tokens: number;
  sessions: number;
}
