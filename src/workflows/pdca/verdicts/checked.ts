import { z } from 'zod';

/** What CHECK came to, for ACT to act on; also on another machine, by way of the status file. */
export const checked = z.object({
  approve: z.boolean(),
  reasons: z.array(z.string()),
  guidance: z.string(),
  domain: z.string(),
  /** Absent in LIGHT, which has no gap check. */
  gap: z.object({ rate: z.number(), open: z.array(z.string()) }).optional(),
  must: z.array(z.string()),
});
export type Checked = z.infer<typeof checked>;
