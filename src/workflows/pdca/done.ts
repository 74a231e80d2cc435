import { z } from 'zod';
import { complexity, diagnosis, findings, gate, split } from './verdicts/answers.ts';

/** What each kind of work leaves behind in the journal. Null: nobody gave an answer that can be used. */

export const goalResult = z.object({
  goal: z.string(),
  command: z.string(),
  /** The same, word by word; absent in journals of before, and where there is no command. */
  argv: z.array(z.string()).optional(),
  status: z.enum(['PASS', 'FAIL', 'SKIP']),
  /** The end of what it printed. */
  output: z.string(),
  signature: z.string(),
  /** What failed, normalised; compared with what failed before the run. */
  failures: z.array(z.string()),
  /** Red before the run and no worse now. */
  old: z.boolean(),
  /** The line that says that the command cannot work here. */
  environment: z.string().nullable(),
});
export type GoalResult = z.infer<typeof goalResult>;

const flag = z.object({ rule: z.string(), where: z.string(), say: z.string() });

const written = z.object({
  ok: z.boolean(),
  path: z.string(),
  summary: z.string(),
  /** What its gate misses. */
  missing: z.array(z.string()),
  /** QG1 and QG3 by code. */
  checks: z.array(z.string()),
  /** Files that it wants changed. */
  files: z.array(z.string()),
});
export type Written = z.infer<typeof written>;

const iteration = z.object({
  /** The goals as the lead saw them; absent in journals of before. */
  goals: z.array(goalResult).optional(),
  status: z.enum(['completed', 'failed', 'none']),
  conditions: z.object({
    todo: z.boolean(),
    build: z.boolean(),
    test: z.boolean(),
    lint: z.boolean(),
    review: z.boolean(),
  }),
  flags: z.array(flag),
  signatures: z.array(z.string()),
  remaining: z.array(z.string()),
  files: z.array(z.string()),
  /** Changed by a parallel teammate outside its paths; taken back. */
  outside: z.array(z.string()),
  recommendation: z.string(),
  /** What the lead saw, and what the teammate said of it. */
  evidence: z.object({
    test_results: z.string(),
    build_results: z.string(),
    lint_results: z.string(),
    self_review: z.string(),
    last_attempt: z.string(),
  }),
});
export type Iteration = z.infer<typeof iteration>;

export const RESULTS = {
  team: z.object({ branch: z.string(), cwd: z.string() }),
  baseline: z.object({ goals: z.array(goalResult) }),
  context: z.object({ path: z.string() }),
  findings: findings.nullable(),
  complexity: complexity.nullable(),
  plan: written,
  feasibility: z.object({ notes: z.string() }),
  critic: z.object({ verdict: z.enum(['APPROVE', 'REVISE']), feedback: z.string() }),
  'warn-plan': z.object({}),
  link: z.object({ number: z.number().nullable(), said: z.string() }),
  design: written,
  split: split.nullable(),
  implement: z.object({ parts: z.array(iteration.extend({ name: z.string() })).min(1) }),
  integrate: iteration,
  gate: gate,
  fix: z.object({ ok: z.boolean(), summary: z.string(), files: z.array(z.string()) }),
  qa: z.object({ goals: z.array(goalResult) }),
  diagnose: diagnosis.nullable(),
  verify: gate,
  gap: z.object({ rate: z.number(), open: z.array(z.string()) }),
  review: z.object({ must: z.array(z.string()) }),
  e2e: z.object({ status: z.enum(['PASS', 'FAIL', 'SKIP']), output: z.string() }),
  coverage: z.object({ percent: z.number().nullable(), output: z.string() }),
  report: z.object({ path: z.string() }),
  close: z.object({}),
  ask: z.object({ answer: z.string() }),
} as const;

export type Kind = keyof typeof RESULTS;
export type ResultOf<K extends Kind> = z.infer<(typeof RESULTS)[K]>;

const tokens = z.object({
  input: z.number(),
  output: z.number(),
  cacheWrite: z.number(),
  cacheRead: z.number(),
});

/** One session of a teammate, as the report counts it. */
export const sessionUse = z.object({
  name: z.string(),
  role: z.string(),
  model: z.string(),
  id: z.string(),
  phase: z.number(),
  usd: z.number(),
  tokens,
  durationMs: z.number(),
  verdict: z.string().nullable(),
});
export type SessionUse = z.infer<typeof sessionUse>;

export type PdcaDone<K extends Kind = Kind> = {
  [Each in K]: { kind: Each; result: ResultOf<Each>; sessions: SessionUse[] };
}[K];

/** A finished step as it comes out of the journal. */
export const pdcaDone: z.ZodType<PdcaDone> = z
  .object({
    kind: z.enum(Object.keys(RESULTS) as [Kind, ...Kind[]]),
    result: z.unknown(),
    sessions: z.array(sessionUse),
  })
  .transform((done, context) => {
    const read = RESULTS[done.kind].safeParse(done.result);
    if (read.success) return { ...done, result: read.data } as PdcaDone;
    context.addIssue({ code: 'custom', message: z.prettifyError(read.error) });
    return z.NEVER;
  });
