import { z } from 'zod';
import { AutodevError } from '../../../work/errors.ts';

export const PHASES = ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'DONE'] as const;
export type DevelopPhase = (typeof PHASES)[number];
export const STRATEGIES = ['direct', 'subagent', 'agent-teams'] as const;
export type Strategy = (typeof STRATEGIES)[number];
export const ATTEMPTS = 3;

const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/, 'expected an ISO 8601 time');

const checkpoint = z.looseObject({
  status: z.enum(['pending', 'in_progress', 'passed', 'escalated']),
  iteration: z.int().min(0).max(ATTEMPTS),
});
export type CheckpointState = z.infer<typeof checkpoint>;

/** How far a piece of work is; never what it is. A file exactly as in the first design is valid, unknown fields are kept. */
const schema = z.looseObject({
  phase: z.enum([...PHASES, 'MERGE']).transform((phase) => (phase === 'MERGE' ? 'PR' : phase)),
  strategy: z.enum(STRATEGIES).optional(),
  feature: z.string().default(''),
  started_at: time.optional(),
  updated_at: time.optional(),
  gates: z.looseObject({
    review_clean_pass: z.boolean().default(false),
    architect_verified: z.boolean().default(false),
    re_review_clean: z.boolean().default(false),
  }),
  checkpoints: z.record(z.string(), checkpoint).optional(),
});
export type DevelopState = z.infer<typeof schema>;

/** The state in a file's text. What is wrong with it is said in full, and the file stays as it is. */
export function parseState(text: string, path: string): DevelopState {
  const broken = (why: string) =>
    new AutodevError('invalid_input', `${path} is not a valid state file`, {
      why,
      hint: 'repair it by hand, or remove it with `autodev develop reset`; until then the gates stay closed',
      data: { path },
    });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw broken(text.trim() === '' ? 'it is empty' : `it is not JSON: ${String(error)}`);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw broken(z.prettifyError(parsed.error));
  return parsed.data;
}

export function writtenState(state: DevelopState): string {
  return `${JSON.stringify(state, null, 2)}\n`;
}
