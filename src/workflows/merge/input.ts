import type { FrozenInput } from '../engine/input.ts';
import type { Language } from '../words.ts';

export interface MergeInput extends FrozenInput {
  headRef: string;
  headSha: string;
  /** A fork's branch is not ours to push a resolution to. */
  ownBranch: boolean;
  /** Conflicts of this pull request that earlier runs have already resolved. */
  resolvedBefore: number;
  language: Language;
  limits: { protectedPaths: readonly string[]; patchBytes: number; patchFiles: number };
  versions: { prompts: number };
}

/** What the forge says about a pull request at one moment, all for one head. */
export interface MergeFacts {
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  headSha: string;
  baseSha: string;
  mergeable: boolean | null;
  author: string;
  /** Latest opinion of each reviewer, with whether they may write. */
  reviews: { author: string; state: string; commitSha: string | null; mayWrite: boolean; ours: boolean }[];
  checks: { context: string; state: string; ours: boolean }[];
  requiredChecks: string[] | null;
}

export interface MergeRules {
  accept: readonly ('human' | 'autodev')[];
  requireCi: boolean;
  requiredChecks: readonly string[];
}

export type MergeVerdict =
  | { kind: 'merge' }
  | { kind: 'conflict' }
  | { kind: 'merged' }
  | { kind: 'wait'; reason: string };
