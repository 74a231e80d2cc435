import { z } from 'zod';
import { frozenInput } from '../engine/input/input.ts';
import { patchLimits } from '../publish/patch-limits.ts';
import { language } from '../words.ts';

export const mergeInput = frozenInput.extend({
  headRef: z.string(),
  headSha: z.string(),
  /** A fork's branch is not ours to push a resolution to. */
  ownBranch: z.boolean(),
  /** Conflicts of this pull request that earlier runs have already resolved. */
  resolvedBefore: z.number(),
  language,
  limits: patchLimits,
  versions: z.object({ prompts: z.number() }),
});
export type MergeInput = z.infer<typeof mergeInput>;

/** What the forge says about a pull request at one moment, all for one head. */
export interface MergeFacts {
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  headSha: string;
  baseSha: string;
  mergeable: boolean | null;
  author: string;
  /** Who owns the branch, where it is in another repository. */
  forkOwner: string | null;
  /** Whether both have our trust: only what such people bring is ours to approve. */
  trusted: boolean;
  /** Our approval of exactly this pull request, at this head, into this base, by these rules; or of something else. */
  ourApproval: 'given' | 'other' | 'none';
  /** Latest opinion of each reviewer; what we said and what the person with the same login said are two. */
  reviews: {
    author: string;
    state: string;
    commitSha: string | null;
    /** Asked now: who could write when they approved may not be able to any more. */
    mayWrite: boolean;
    ours: boolean;
    /** It went into another base when they said it. */
    beforeRetarget: boolean;
  }[];
  checks: { context: string; state: string; ours: boolean }[];
  requiredChecks: string[] | null;
  /** The pull request whose head is the base of this one, and where that goes or went. */
  stack: { kind: 'open' | 'merged' | 'closed'; number: number; base: string } | null;
}

export interface MergeRules {
  accept: readonly ('human' | 'autodev')[];
  requireCi: boolean;
  requiredChecks: readonly string[];
}
