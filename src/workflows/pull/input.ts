import type { Finding } from '../../work/finding.ts';
import type { FrozenInput } from '../engine/input.ts';
import type { Hidden } from '../hidden.ts';
import type { PatchSize } from '../patch-limits.ts';
import type { Language } from '../words.ts';

export interface PullInput extends FrozenInput {
  body: string;
  headRef: string;
  headSha: string;
  /** Whether we may push improvements to its branch; a fork's branch is not ours to change. */
  improvable: boolean;
  maxRounds: number;
  onExhausted: 'approve' | 'human';
  model: string;
  language: Language;
  limits: { protectedPaths: readonly string[]; patchBytes: number; patchFiles: number };
  versions: { prompts: number; verdicts: number };
}

/** What one round of review came to, decided by code from what the reviewers said. */
export interface Reviewed {
  sha: string;
  verdict: 'approve' | 'request_changes';
  summary: string;
  /** Open after this round: new ones, and earlier ones that are not settled. */
  open: Finding[];
  fresh: Finding[];
  settled: { fingerprint: string; state: 'fixed' | 'wont_fix' }[];
  /** What was taken out before the reviewers read it; absent in what was journaled before it was counted. */
  hidden?: Hidden[];
}

export interface Improved extends PatchSize {
  summary: string;
}
