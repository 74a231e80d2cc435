import { z } from 'zod';

/** What the repository's own checks said about a commit. */
export const checkResult = z.object({
  ok: z.boolean(),
  /** What was checked. Absent in what was journaled before it was said. */
  commit: z.string().optional(),
  commands: z.array(z.object({ command: z.string(), ok: z.boolean(), durationMs: z.number() })),
  /** The end of the failing command's output: what the next attempt is shown. */
  output: z.string(),
});
export type CheckResult = z.infer<typeof checkResult>;
