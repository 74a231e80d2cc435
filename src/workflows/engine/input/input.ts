import { z } from 'zod';

/** What a failed attempt leaves to the next one: what went wrong, and the commit it had reached. */
const lesson = z.object({ text: z.string(), commit: z.string().nullable() });
export type Lesson = z.infer<typeof lesson>;

/** What every run freezes when it is submitted; each flow adds its own. */
export const frozenInput = z.object({
  repo: z.string(),
  number: z.number(),
  title: z.string(),
  author: z.string(),
  /** Hash of what people wrote: compared before every paid step. */
  contentHash: z.string(),
  baseRef: z.string(),
  baseSha: z.string(),
  /** What an earlier failed attempt on the same input has to say; not part of the run's identity. */
  lesson: lesson.nullable(),
});
export type FrozenInput = z.infer<typeof frozenInput>;
