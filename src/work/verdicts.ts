import { z } from 'zod';
import { AutodevError } from './errors.ts';
import { finding } from './finding.ts';

/** Every structured answer an agent may give. The JSON Schema sent to the agent comes from here too. */

export const analysisResult = z.object({
  verdict: z.enum(['implement', 'needs_clarification', 'wontfix']),
  confidence: z.number().min(0).max(1),
  summary: z.string().min(1),
  affected_files: z.array(z.string()).default([]),
  implementation_plan: z.string().default(''),
  checkpoints: z.array(z.string()).default([]),
  risks: z.array(z.string()).default([]),
  questions: z.array(z.string()).default([]),
});
export type AnalysisResult = z.infer<typeof analysisResult>;

/** What became of a finding of an earlier round. */
export const findingState = z.object({
  fingerprint: z.string().min(1),
  state: z.enum(['open', 'fixed', 'wont_fix']),
  note: z.string().default(''),
});

export const reviewResult = z.object({
  verdict: z.enum(['approve', 'request_changes']),
  summary: z.string().min(1),
  comments: z.array(finding).default([]),
  earlier: z.array(findingState).default([]),
});
export type ReviewResult = z.infer<typeof reviewResult>;

/** Raised when a schema or the way it is asked for changes: it is part of a run's frozen input. */
export const VERDICTS_VERSION = 1;

/** What an agent run is asked to answer with, and how that answer is checked. */
export interface AnswerSchema<T = unknown> {
  name: string;
  json: Record<string, unknown>;
  /** The checked value, or what is wrong with it in words the model can act on. */
  check(value: unknown): { ok: true; value: T } | { ok: false; problems: string };
}

/** The answer of a session that was asked for one. A session that ended well without it has not answered. */
export function checkedAnswer<T>(schema: AnswerSchema<T>, value: unknown): T {
  const checked = schema.check(value);
  if (checked.ok) return checked.value;
  throw new AutodevError('no_answer', `the session gave no ${schema.name} that can be used`, {
    why: checked.problems,
  });
}

/** More than any verdict, plan or document of ours: what is kept in the journal and shown to people stays bounded. */
const LONGEST_ANSWER = 2_000_000;

/** Also one that nests so deeply that it cannot be written down again. */
function isTooLarge(value: unknown): boolean {
  try {
    return (JSON.stringify(value) ?? '').length > LONGEST_ANSWER;
  } catch {
    return true;
  }
}

export function schemaFor<T>(name: string, schema: z.ZodType<T>): AnswerSchema<T> {
  return {
    name,
    json: z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }),
    check: (value) => {
      if (isTooLarge(value))
        return { ok: false, problems: `the answer is longer than ${LONGEST_ANSWER} characters` };
      const parsed = schema.safeParse(value);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, problems: z.prettifyError(parsed.error) };
    },
  };
}
