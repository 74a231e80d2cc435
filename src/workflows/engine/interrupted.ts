import type { RunRecord } from '../../store/store.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import type { Advance } from './advance.ts';
import { askForMoney } from './allowance.ts';
import { recordAnswer } from './answers.ts';
import { asking, type AskingParts } from './asking.ts';
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
  const ended = {
    kind: 'end',
    run,
    lesson: null,
    carry: [],
    costUsd: await store.costs.spent({ work: item.work }),
  } as const satisfies Partial<Advance>;
  if (error instanceof Taken) return { kind: 'taken', run, reason: error.message, costUsd: ended.costUsd };
  if (error instanceof Postponed && error.until === NEVER) {
    const reason = error.message;
    const question = await askForMoney(parts, run, item, reason);
    if (question.answer === 'stop') {
      await recordAnswer(store, question);
      return { ...ended, carry: [], outcome: 'skip', reason: STOPPED };
    }
    await emit({ type: 'item.waiting', work: item.work, reason, until: null, cause: 'budget' });
    return asking(store, run, question);
  }
  if (error instanceof Postponed)
    return { kind: 'postponed', run, until: error.until, reason: error.message };
  if (error instanceof Dropped || error instanceof Quarantined) {
    const outcome = error instanceof Dropped ? 'dropped' : 'skip';
    return { ...ended, carry: [], outcome, reason: error.message };
  }
  // An outage or a broken session: what was finished stays finished for the next attempt.
  const finished = await store.steps.finished(run.id);
  return {
    ...ended,
    outcome: 'failed',
    reason: error instanceof AutodevError && error.why ? `${error.message}: ${error.why}` : messageOf(error),
    lesson: (run.input as FrozenInput).lesson,
    carry: finished.map(({ name, round }) => ({ name, round })),
  };
}
