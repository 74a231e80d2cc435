import { z } from 'zod';
import { checkpointPlan } from '../checkpoints/plan.ts';
import { validated } from '../checkpoints/validate.ts';

export const designed = z.object({
  summary: z.string().min(1),
  checkpoints: z.array(checkpointPlan).min(1).max(20),
});
export type Designed = z.infer<typeof designed>;

/** After a fix every checkpoint is validated again: a repair must not break what had passed. */
const fixed = z.object({ summary: z.string(), validated: z.array(validated) });
export type Fixed = z.infer<typeof fixed>;

/** What the reviewers came to together. */
const agreed = z.object({ clean: z.boolean(), reasons: z.array(z.string()) });
export type Agreed = z.infer<typeof agreed>;

const attempted = z.object({
  id: z.string(),
  iteration: z.number(),
  summary: z.string(),
  validated,
});

const at = { round: z.number() };

/** What a finished step of the workflow left behind. A name and a round are one step of the run, and are done once. */
export const developDone = z.discriminatedUnion('name', [
  z.object({ name: z.literal('design'), ...at, result: designed }),
  z.object({ name: z.enum(['review', 'verify', 're-review']), ...at, result: agreed }),
  z.object({ name: z.literal('attempt'), ...at, result: attempted }),
  z.object({ name: z.enum(['fix-verify', 'fix-re-review']), ...at, result: fixed }),
]);
export type DevelopDone = z.infer<typeof developDone>;
