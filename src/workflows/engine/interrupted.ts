import type { RunRecord } from '../../store/store.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import type { Advance } from './advance.ts';
import { askForMoney } from './allowance.ts';
import { recordAnswer } from './answers.ts';
import type { AskingParts } from './asking.ts';
import { STOPPED } from './flow.ts';
import type { FrozenInput } from './input.ts';
import { Dropped, NEVER, Postponed, Quarantined, Superseded, Taken } from './interruptions.ts';
import type { EngineItem } from './item.ts';

/** What a thrown value means for the run it came out of. */
export async function interrupted(
  parts: AskingParts,
  item: EngineItem,
  run: RunRecord | undefined,
  error: unknown,
): Promise<Advance> {
  const { store, emit } = parts;
  if (error instanceof Superseded) {
    if (run !== undefined) await store.runs.finish(run.id, 'dropped', error.message);
    return { kind: 'superseded', reason: error.message };
  }
  if (run === undefined) throw error;
  if (error instanceof Taken) return { kind: 'taken', run, reason: error.message };
  if (error instanceof Postponed && error.until === NEVER) {
    const reason = error.message;
    const question = await askForMoney(parts, run, item, reason);
    if (question.answer === 'stop') {
      await recordAnswer(store, question);
      return { kind: 'end', run, outcome: 'skip', reason: STOPPED, lesson: null, carry: [] };
    }
    await emit({ type: 'item.waiting', work: item.work, reason, until: null, cause: 'budget' });
    return { kind: 'asks', run, question };
  }
  if (error instanceof Postponed)
    return { kind: 'postponed', run, until: error.until, reason: error.message, cause: error.cause };
  if (error instanceof Dropped || error instanceof Quarantined) {
    const outcome = error instanceof Dropped ? 'dropped' : 'skip';
    return { kind: 'end', run, outcome, reason: error.message, lesson: null, carry: [] };
  }
  // An outage or a broken session: what was finished stays finished for the next attempt.
  const finished = await store.steps.finished(run.id);
  return {
    kind: 'end',
    run,
    outcome: 'failed',
    reason: error instanceof AutodevError && error.why ? `${error.message}: ${error.why}` : messageOf(error),
    lesson: (run.input as FrozenInput).lesson,
    carry: finished.map(({ name, round }) => ({ name, round })),
  };
}
