import { z } from 'zod';
import type { PatchAnswers } from '../publish/approval.ts';
import { checkResult } from '../checks/check-result.ts';
import type { PersonAnswer } from '../engine/flow.ts';
import { measuredPatch } from '../publish/patch-limits.ts';
import { commented, pushed, type ResultsOf } from '../step-results.ts';

const mergeVerdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merge') }),
  z.object({ kind: z.literal('conflict') }),
  z.object({ kind: z.literal('merged') }),
  /** What it was stacked on is merged: it goes where that went. */
  z.object({ kind: z.literal('retarget'), base: z.string(), after: z.number() }),
  z.object({ kind: z.literal('wait'), reason: z.string() }),
]);
export type MergeVerdict = z.infer<typeof mergeVerdict>;

export const MERGE_RESULTS = {
  inspect: mergeVerdict,
  merge: z.object({ merged: z.boolean(), why: z.string(), sha: z.exactOptional(z.string()) }),
  resolve: measuredPatch.extend({ unresolved: z.array(z.string()) }),
  handover: commented,
  giveUp: commented,
  retarget: z.object({ base: z.string() }),
  check: checkResult,
  push: pushed,
};

export type MergeResults = ResultsOf<typeof MERGE_RESULTS> & PatchAnswers & { 'ask:conflict': PersonAnswer };
