import { z } from 'zod';
import type { ResultsOf } from '../step-results.ts';

/** What a step left of the module's files: all that differ from the working tree; null: deleted. */
const files = z.record(z.string(), z.string().nullable());

const testRun = z.object({
  outcome: z.enum(['passed', 'failed', 'environment']),
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  output: z.string(),
});
export type RecordedRun = z.infer<typeof testRun>;

export const testsAnswer = z.object({
  test_files: z.array(z.string()).default([]),
  notes: z.string().default(''),
});
export const compiledAnswer = z.object({
  files: z.array(z.string()).default([]),
  notes: z.string().default(''),
});
const part = z.number().min(0).max(100).nullable();
export const reviewAnswer = z.object({
  behavior: part,
  export: part,
  contract: part,
  quality: part,
  edge: part,
  feedback: z.array(z.string()).default([]),
});
export const notesAnswer = z.object({
  algorithm: z.string().optional(),
  key_constants: z
    .array(
      z.object({
        name: z.string(),
        value: z.string(),
        rationale: z.string().default(''),
        scope: z.string().default(''),
      }),
    )
    .default([]),
  error_handling: z.string().optional(),
  state_management: z.string().optional(),
  guide: z
    .array(z.object({ date: z.string().optional(), change: z.string(), why: z.string().default('') }))
    .default([]),
});
export const healAnswer = z.object({ reason: z.string().min(1) });

const changed = z.object({
  files,
  /** What it did that it may not; already undone. */
  breaches: z.array(z.string()),
  /** Files it changed that are somebody else's; already put back. */
  skipped: z.array(z.string()),
  run: testRun,
});
export type Changed = z.infer<typeof changed>;

export const RESULTS = {
  look: z.object({
    /** Clauses without a test of their own, or with one of what they said before. */
    untested: z.array(z.string()),
    /** Clauses that are gone, and that tests still carry. */
    retired: z.array(z.string()),
    /** Null: there are no tests, and nothing says that they could not run. */
    run: testRun.nullable(),
    hasSource: z.boolean(),
    exportsFit: z.boolean(),
    /** Values of Domain Context that the code does not have. */
    missingValues: z.array(z.string()),
    testFiles: z.array(z.string()),
    /** The files of the module in the working tree, each with its stamp: what is another one later was changed meanwhile. */
    tree: z.record(z.string(), z.string()).optional(),
  }),
  red: changed.extend({
    testFiles: z.array(z.string()),
    /** Why these are no tests to go on with. */
    problems: z.array(z.string()),
    /** New or changed clauses whose tests pass before their code is written. */
    early: z.array(z.string()),
  }),
  review: z.object({ score: z.number(), feedback: z.array(z.string()) }),
  green: changed,
  refactor: changed.extend({
    rolledBack: z.boolean(),
    /** What came of the lint command, where that is worth a word. */
    lint: z.string().default(''),
  }),
  notes: notesAnswer,
  move: z.object({
    generated: z.array(z.string()),
    skipped: z.array(z.string()),
    overwritten: z.array(z.string()),
    failed: z.array(z.string()),
    implementsUpdated: z.boolean(),
    missingValues: z.array(z.string()),
  }),
};
export type CompileResults = ResultsOf<typeof RESULTS>;
