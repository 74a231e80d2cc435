import { z } from 'zod';

/** A question that waits for a person. */
export const openQuestion = z.object({
  id: z.string(),
  text: z.string(),
  /** The answers it takes; empty: any text. */
  options: z.array(z.string()),
  /** Takes any text beside its options. */
  free: z.boolean(),
  expires_at: z.string().nullable(),
});
export type OpenQuestion = z.infer<typeof openQuestion>;

/** One that was ever asked, with what became of it. */
export const askedQuestion = openQuestion.extend({
  asked_at: z.string(),
  state: z.enum(['open', 'answered', 'withdrawn']),
  answer: z.string().nullable(),
  answered_by: z.string().nullable(),
  /** Why it can no longer be answered. */
  withdrawn_because: z.string().nullable(),
});
export type AskedQuestion = z.infer<typeof askedQuestion>;
