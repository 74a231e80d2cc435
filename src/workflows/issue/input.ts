import type { FrozenInput } from '../engine/input.ts';
import type { PatchSize } from '../patch-limits.ts';
import type { Language } from '../words.ts';

export interface IssueInput extends FrozenInput {
  body: string;
  /** What trusted people said below it; ours and strangers' are not here. */
  comments: { author: string; body: string }[];
  confidenceThreshold: number;
  workflow: 'direct' | 'develop';
  model: string;
  language: Language;
  limits: { protectedPaths: readonly string[]; patchBytes: number; patchFiles: number };
  versions: { prompts: number; verdicts: number };
}

/** What the implementation step leaves behind. */
export interface Implemented extends PatchSize {
  summary: string;
}
