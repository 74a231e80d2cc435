import { z } from 'zod';
import { baselineGoals } from '../goals/baseline.ts';
import { counters, mode } from '../mode.ts';
import { keptOptions } from '../options.ts';
import { checked } from '../verdicts/checked.ts';
import { isFeature } from './slug.ts';

/** `docs/.pdca-status.json`: how far each feature is, for a person and for another machine. */
const feature = z.object({
  phase: z.string(),
  /** The phase that is open; 6 when all are finished. */
  phaseNumber: z.number(),
  matchRate: z.number().nullable(),
  iterationCount: z.number(),
  documents: z.object({
    plan: z.string().nullable(),
    design: z.string().nullable(),
    report: z.string().nullable(),
  }),
  implManagerIteration: z.number(),
  implManagerStatus: z.enum(['not_started', 'in_progress', 'completed', 'failed']),
  implManagerRemainingIssues: z.array(z.string()),
  timestamps: z.object({ started: z.string(), updated: z.string() }),
  /** What a resumed run needs beside it. */
  mode,
  score: z.number(),
  task: z.string(),
  /** A commit: anyone who can push a branch writes this file, and git is asked about it. */
  base: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/),
  options: keptOptions,
  /** What CHECK came to, while ACT is open. */
  check: checked.optional(),
  counted: counters.optional(),
  baseline: baselineGoals.optional(),
});
export type FeatureStatus = z.infer<typeof feature>;

/** It becomes part of file and branch names. */
const featureName = z.string().refine(isFeature);

export const pdcaStatus = z.object({
  version: z.literal(1),
  primaryFeature: featureName,
  features: z.record(featureName, feature),
});
export type PdcaStatus = z.infer<typeof pdcaStatus>;

/** Undefined: there is none that can be read. */
export function readStatus(text: string | undefined): PdcaStatus | undefined {
  try {
    return pdcaStatus.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** The file with one feature brought up to date; a file that cannot be read is replaced. */
export function withFeature(text: string | undefined, name: string, status: FeatureStatus): string {
  const earlier = readStatus(text);
  const next: PdcaStatus = {
    version: 1,
    primaryFeature: name,
    features: { ...earlier?.features, [name]: status },
  };
  return `${JSON.stringify(next, null, 2)}\n`;
}

/** The phase to go on with: never beyond the documents that are really there. */
export function phaseToResume(status: FeatureStatus, there: { plan: boolean; design: boolean }): number {
  if (!there.plan) return 1;
  if (status.mode !== 'LIGHT' && !there.design) return Math.min(status.phaseNumber, 2);
  return Math.max(1, Math.min(status.phaseNumber, 5));
}
