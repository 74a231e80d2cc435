import { z } from 'zod';

export const item = z.object({
  id: z.string(),
  /** The flow that works on it. */
  type: z.string(),
  repo: z.string(),
  number: z.number().int(),
  title: z.string(),
  /** Where it stands; null for an item that is in no queue (it waits for its time or for a person). */
  phase: z.string().nullable(),
  running: z.boolean(),
  /** Why it does not go on by itself, and until when, if that is known. */
  waiting: z.object({ reason: z.string(), until: z.string().nullable() }).nullable(),
  failures: z.number().int(),
  cost_usd: z.number(),
  queued_at: z.string().nullable(),
});
export type Item = z.infer<typeof item>;

export const items = z.object({ schema_version: z.literal(1), items: z.array(item) });
export type Items = z.infer<typeof items>;
