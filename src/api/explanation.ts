import { z } from 'zod';
import { STANDING_NAMES } from '../work/standings.ts';

/** The answer to "why": where an item stands, what it waits for, when it wakes, and what a person can do. */
export const explanation = z.object({
  schema_version: z.literal(1),
  id: z.string(),
  title: z.string(),
  state: z.enum(STANDING_NAMES),
  phase: z.string().nullable(),
  /** One sentence. */
  because: z.string(),
  waits_for: z.string().nullable(),
  wakes_at: z.string().nullable(),
  next: z.string(),
  daemon: z.enum(['running', 'paused', 'stopping', 'stopped']),
  /** As the forge says; null when the daemon is down or the forge did not answer. */
  labels: z.array(z.string()).nullable(),
  failures: z.number().int(),
  last_error: z.string().nullable(),
  cost_usd: z.number(),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      options: z.array(z.string()),
      expires_at: z.string().nullable(),
    }),
  ),
  events: z.array(z.looseObject({ seq: z.number().int(), at: z.string(), type: z.string() })),
});
export type Explanation = z.infer<typeof explanation>;
