import { AutodevError, messageOf, type ErrorCode } from '../../work/errors.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { Dropped } from '../../workflows/engine/stops/interruptions.ts';

/** What came of an item on a worker, as it is told to the coordinator. */
export type TaskOutcome =
  | { kind: 'advanced'; advance: Advance }
  | { kind: 'dropped'; message: string }
  | { kind: 'failed'; code: ErrorCode | null; message: string; why: string | null };

export function failedWith(error: unknown): TaskOutcome {
  if (error instanceof Dropped) return { kind: 'dropped', message: error.message };
  const known = error instanceof AutodevError ? error : undefined;
  return { kind: 'failed', code: known?.code ?? null, message: messageOf(error), why: known?.why ?? null };
}

/** As if it had happened here. */
export function advanceOf(outcome: TaskOutcome): Advance {
  if (outcome.kind === 'advanced') return outcome.advance;
  if (outcome.kind === 'dropped') throw new Dropped(outcome.message);
  const { code, message, why } = outcome;
  throw new AutodevError(code ?? 'failed', message, why === null ? {} : { why });
}
