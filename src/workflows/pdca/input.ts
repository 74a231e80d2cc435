import { z } from 'zod';
import { frozenInput } from '../engine/input/input.ts';
import { pdcaFrom, pdcaOptions } from './options.ts';

export const pdcaInput = frozenInput.extend({
  options: pdcaOptions,
  from: pdcaFrom.nullable(),
  startedAt: z.string(),
  /** The project's folder; with `--worktree` the one the worktree is made from. */
  root: z.string(),
  versions: z.object({ prompts: z.number(), verdicts: z.number() }),
});
export type PdcaInput = z.infer<typeof pdcaInput>;
