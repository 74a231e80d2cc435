import { z } from 'zod';
import { frozenInput } from '../../engine/input/input.ts';
import { patchLimits } from '../../publish/patch-limits.ts';
import { language } from '../../words.ts';

export const dailyInput = frozenInput.extend({
  day: z.iso.date(),
  language,
  limits: patchLimits,
  versions: z.object({ prompts: z.number() }),
});
export type DailyInput = z.infer<typeof dailyInput>;
