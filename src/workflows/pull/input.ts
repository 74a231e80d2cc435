import { z } from 'zod';
import { frozenInput } from '../engine/input/input.ts';
import { patchLimits } from '../publish/patch-limits.ts';
import { language } from '../words.ts';
import { redCheck } from './ci/red-check.ts';
import { question, remark } from './people/remark.ts';

export const pullInput = frozenInput.extend({
  body: z.string(),
  headRef: z.string(),
  headSha: z.string(),
  /** Whether we may push improvements to its branch; a fork's branch is not ours to change. */
  improvable: z.boolean(),
  maxRounds: z.number(),
  onExhausted: z.enum(['approve', 'human']),
  model: z.string(),
  language,
  limits: patchLimits,
  /** This head was reviewed before: it is work again by what follows, and by nothing else. Absent in older runs. */
  again: z
    .object({
      /** What people asked for since; each is an open `must`. */
      remarks: z.array(remark),
      questions: z.array(question),
      /** Checks of this head that are ours to fix. */
      red: z.array(redCheck),
      /** Red ones whose own output says that they never ran. */
      neverRan: z.array(redCheck),
      /** Red ones that are run again before anything is said about them. */
      rerun: z.array(z.object({ context: z.string(), id: z.number() })),
      flaky: z.array(z.string()),
      /** How often remarks, and red checks, have led to an improvement of this pull request before. */
      remarkRounds: z.number(),
      ciRounds: z.number(),
      maxCiRounds: z.number(),
    })
    .nullish(),
  versions: z.object({ prompts: z.number(), verdicts: z.number() }),
});
export type PullInput = z.infer<typeof pullInput>;
export type Again = NonNullable<PullInput['again']>;
