import { z } from 'zod';
import { isAutodevError, messageOf } from '../../work/errors.ts';
import { schemaFor } from '../../work/verdicts.ts';
import type { StepContext } from '../engine/steps/context.ts';
import { Postponed, Quarantined } from '../engine/stops/interruptions.ts';
import { proposal } from './suggestions/suggestion.ts';

/** What an agent said to the facts. `problem`: why there is nothing. */
export const interpreted = z.object({
  suggestions: z.array(proposal),
  /** Other words for patterns, by their number. */
  wording: z.array(z.object({ pattern: z.int().min(1), text: z.string().min(1) })),
  problem: z.string(),
});
export type Interpreted = z.infer<typeof interpreted>;

const ANSWER = schemaFor(
  'knowledge',
  z.object({
    suggestions: z.array(proposal).default([]),
    wording: interpreted.shape.wording.default([]),
  }),
);

/**
 * The one session. It may fail, rest, run out of money or answer nonsense: facts need none of it, so nothing of that
 * keeps them from people.
 */
export async function askAgent(context: StepContext, prompt: string, cwd: string): Promise<Interpreted> {
  try {
    const { structured } = await context.session({
      role: 'knowledge',
      prompt,
      cwd,
      access: 'read',
      schema: ANSWER,
    });
    return { ...structured, problem: '' };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!isOfTheSession(error)) throw error;
    return { suggestions: [], wording: [], problem: (messageOf(error).split('\n')[0] ?? '').slice(0, 200) };
  }
}

/** It says something of the session or of what it left behind, nothing of the facts. */
const isOfTheSession = (error: unknown): boolean =>
  error instanceof Postponed ||
  error instanceof Quarantined ||
  isAutodevError(error, 'agent_failed', 'no_answer', 'agent_missing', 'refused');
