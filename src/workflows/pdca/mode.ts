import { z } from 'zod';

/** How much process a task gets, by its complexity. */
export const MODES = ['LIGHT', 'STANDARD', 'HEAVY'] as const;
export const mode = z.enum(MODES);
export type Mode = z.infer<typeof mode>;

export const PHASES = ['TEAM', 'PLAN', 'DESIGN', 'DO', 'CHECK', 'ACT'] as const;

/** 0–1, 2–3, 4–5. */
export function modeOf(score: number): Mode {
  if (score <= 1) return 'LIGHT';
  return score <= 3 ? 'STANDARD' : 'HEAVY';
}

/** What a run counts against its limits: kept in the status file too, so that another machine does not begin anew. */
export const counters = z.object({
  /** Failed builds of LIGHT. */
  builds: z.int().min(0),
  /** By the architect, at the gate and in verification. */
  rejections: z.int().min(0),
  /** Improvements and fixes of ACT. */
  improvements: z.int().min(0),
  /** Entries of CHECK out of ACT. */
  reentries: z.int().min(0),
});
export type Counters = z.infer<typeof counters>;

export const NOTHING_COUNTED: Counters = { builds: 0, rejections: 0, improvements: 0, reentries: 0 };

/** A run of this mode whose work touches this many files is HEAVY. */
export const HEAVY_FILES = 5;

export const LIMITS = {
  /** Rounds of planner, architect and critic in HEAVY. */
  critic: 5,
  /** Sessions that complete a document whose gate stays closed. */
  repairs: 2,
  /** Sessions of an impl-manager. */
  iterations: 10,
  /** Used iterations with which a run goes on that is resumed elsewhere; with more it begins anew. */
  resumable: 5,
  /** Rejections of the architect gate after which work goes on all the same. */
  rejections: 2,
  /** QA cycles. */
  cycles: { LIGHT: 1, STANDARD: 3, HEAVY: 5 } satisfies Record<Mode, number>,
  /** Improvements and fixes of ACT; two more after two rejections of the architect. */
  improvements: 5,
  moreImprovements: 2,
  /** Entries of CHECK out of ACT: the last one only reports. */
  reentries: 3,
  /** Failed builds that lift LIGHT. */
  builds: 2,
  /** How often one signature may fail. */
  same: 3,
  gap: 90,
  coverage: 80,
  /** How often a person may change a document before the next phase. */
  changes: 10,
} as const;
