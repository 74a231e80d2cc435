import { z } from 'zod';
import { frozenInput } from '../../engine/input/input.ts';
import { language } from '../../words.ts';

export const perTaskInput = frozenInput.extend({
  /** The flow whose item was done. */
  task: z.enum(['issue', 'pr']),
  /** When it was done: the end of what is looked at. */
  doneAt: z.string(),
  language,
  versions: z.object({ prompts: z.number() }),
});
export type PerTaskInput = z.infer<typeof perTaskInput>;
