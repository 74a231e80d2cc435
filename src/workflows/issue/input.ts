import type { FrozenInput } from '../engine/input.ts';
import type { PatchSize } from '../patch-limits.ts';
import type { Language } from '../words.ts';

export interface IssueInput extends FrozenInput {
  body: string;
  /** What trusted people said below it; ours and strangers' are not here. */
  comments: { author: string; body: string }[];
  /** What a person answered when an earlier run asked. It comes from this machine and needs no fence. */
  answers: { question: string; asked: string; by: string; text: string }[];
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
