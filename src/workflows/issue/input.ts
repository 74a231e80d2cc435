import { z } from 'zod';
import { frozenInput } from '../engine/input/input.ts';
import { patchLimits } from '../publish/patch-limits.ts';
import { language } from '../words.ts';

export const issueInput = frozenInput.extend({
  body: z.string(),
  /** What trusted people said below it; ours and strangers' are not here. */
  comments: z.array(z.object({ author: z.string(), body: z.string() })),
  /** What a person answered when an earlier run asked: on this machine, or in a comment on the forge. */
  answers: z.array(z.object({ question: z.string(), asked: z.string(), by: z.string(), text: z.string() })),
  confidenceThreshold: z.number(),
  workflow: z.enum(['direct', 'develop', 'pdca']),
  /** Under `pdca`: a person is asked when the critic never approves. */
  asksWhenExhausted: z.exactOptional(z.boolean()),
  model: z.string(),
  language,
  limits: patchLimits,
  versions: z.object({ prompts: z.number(), verdicts: z.number() }),
});
export type IssueInput = z.infer<typeof issueInput>;
