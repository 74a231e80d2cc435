import { z } from 'zod';
import { reviewResult, schemaFor } from '../../../work/verdicts.ts';

/** What teammates answer with. Documents and code are files; an answer only says what was done. */

const texts = z.array(z.string()).default([]);
const reasoned = z.object({ value: z.boolean(), why: z.string().default('') });

export const findings = z.object({
  summary: z.string(),
  overlaps: z.array(z.object({ path: z.string(), why: z.string().default('') })).default([]),
  issues: z.array(z.object({ number: z.int().min(1), why: z.string().default('') })).default([]),
});

export const complexity = z.object({
  files: z.array(z.string()),
  modules: z.array(z.string()),
  new_pattern: reasoned,
  new_dependency: reasoned,
});
export type Complexity = z.infer<typeof complexity>;

export const document = z.object({ path: z.string(), summary: z.string().default('') });

const qualityGate = z.object({ pass: z.boolean(), why: z.string().default('') });
export const planReview = z.object({
  verdict: z.enum(['APPROVE', 'REVISE']),
  gates: z.object({ QG1: qualityGate, QG2: qualityGate, QG3: qualityGate, QG4: qualityGate }),
  feedback: z.string().default(''),
});

export const feasibility = z.object({ notes: z.string() });

export const split = z.object({
  parts: z.array(z.object({ name: z.string(), paths: z.array(z.string().min(1)).min(1) })),
});
export type Part = z.infer<typeof split>['parts'][number];

export const gate = z.object({
  verdict: z.enum(['APPROVE', 'REJECT']),
  domain: z.string().default('other'),
  reasons: texts,
  guidance: z.string().default(''),
});
export type Gate = z.infer<typeof gate>;

export const diagnosis = z.object({
  diagnosis: z.string().min(1),
  fix_guide: z.string().min(1),
  domain: z.string().default('other'),
});
export type Diagnosis = z.infer<typeof diagnosis>;

export const implementation = z.object({
  status: z.enum(['completed', 'failed']),
  iterations: z.number().default(1),
  files_changed: texts,
  test_results: z.string().default(''),
  build_results: z.string().default(''),
  lint_results: z.string().default(''),
  self_review: z.string().default(''),
  remaining_issues: texts,
  last_attempt: z.string().optional(),
  recommendation: z.string().default(''),
});
export type Implementation = z.infer<typeof implementation>;

export const fix = z.object({ summary: z.string(), files_changed: texts });

export const gap = z.object({
  items: z.array(
    z.object({
      item: z.string(),
      status: z.enum(['match', 'partial', 'missing']),
      file: z.string().optional(),
      line: z.number().optional(),
    }),
  ),
});
export type Gap = z.infer<typeof gap>;

export const qa = z.object({
  goals: z.array(
    z.object({
      goal: z.string(),
      status: z.enum(['PASS', 'FAIL', 'SKIP']),
      output: z.string().default(''),
    }),
  ),
});

export const ANSWERS = {
  findings: schemaFor('findings', findings),
  complexity: schemaFor('complexity', complexity),
  document: schemaFor('document', document),
  plan_review: schemaFor('plan_review', planReview),
  feasibility: schemaFor('feasibility', feasibility),
  split: schemaFor('split', split),
  gate: schemaFor('gate', gate),
  diagnosis: schemaFor('diagnosis', diagnosis),
  implementation: schemaFor('implementation', implementation),
  fix: schemaFor('fix', fix),
  gap: schemaFor('gap', gap),
  review: schemaFor('review', reviewResult),
  qa: schemaFor('qa', qa),
} as const;
