import type { RunRecord } from '../../../store/tables/runs.ts';
import { AutodevError, isAutodevError, messageOf } from '../../../work/errors.ts';
import type { Advance } from '../advance.ts';
import { askForMoney } from '../budget/allowance.ts';
import { recordAnswer } from '../questions/answers.ts';
import type { AskingParts } from '../questions/asking.ts';
import { STOPPED } from '../flow.ts';
import type { Lesson } from '../input/input.ts';
import { Dropped, NEVER, Postponed, Quarantined, Superseded, Taken } from './interruptions.ts';
import type { EngineItem } from '../item.ts';
import { UnreadableStep } from '../journal.ts';
import { keptAs, rememberKept, unpublished } from './kept-work.ts';
import { readableInput } from '../input/read-input.ts';

/** What a thrown value means for the run it came out of. */
export async function interrupted(
  parts: AskingParts,
  item: EngineItem,
  run: RunRecord | undefined,
  error: unknown,
): Promise<Advance> {
  const { store, emit } = parts;
  if (error instanceof Superseded) {
    const kept = run && unpublished(await store.steps.finished(run.id));
    const reason = kept === undefined ? error.message : `${error.message}; ${keptAs(kept)}`;
    if (kept !== undefined) await rememberKept(store, item.work, kept);
    if (run !== undefined) await store.runs.finish(run.id, 'dropped', reason);
    return { kind: 'superseded', reason };
  }
  // Stopping is no attempt, whichever part of a step hears of it first: the run is gone on with after the start.
  if (run === undefined || isAutodevError(error, 'interrupted')) throw error;
  if (error instanceof Taken) return { kind: 'taken', run, reason: error.message };
  if (error instanceof Postponed && error.until === NEVER) {
    const reason = error.message;
    const question = await askForMoney(parts, run, item, reason);
    if (question.answer === 'stop') {
      await recordAnswer(store, question);
      return { kind: 'end', run, outcome: 'skip', reason: STOPPED, lesson: null, carry: [] };
    }
    await emit({ type: 'item.waiting', work: item.work, reason, until: null, cause: 'budget' });
    return { kind: 'question', run, question };
  }
  if (error instanceof Postponed)
    return { kind: 'waiting', run, until: error.until, reason: error.message, cause: error.cause };
  if (error instanceof Quarantined)
    return { kind: 'end', run, outcome: 'skip', reason: error.message, lesson: null, carry: [] };
  // An outage or a broken session: what was finished stays finished for the next attempt.
  const finished = await store.steps.finished(run.id);
  if (error instanceof Dropped) {
    const kept = unpublished(finished);
    const where = kept === undefined ? '' : `; ${keptAs(kept)}; it goes on from there when that is undone`;
    const reason = `${error.message}${where}`;
    const carry = finished.map(({ name, round }) => ({ name, round }));
    return { kind: 'end', run, outcome: 'dropped', reason, lesson: null, carry };
  }
  const bad = error instanceof UnreadableStep ? error.at : undefined;
  const until = finished.findIndex(({ name, round }) => name === bad?.name && round === bad.round);
  const usable = until === -1 ? finished : finished.slice(0, until);
  return {
    kind: 'end',
    run,
    outcome: 'failed',
    reason: reasonOf(error),
    lesson: lessonOf(error, readableInput(run)?.lesson ?? null),
    carry: usable.map(({ name, round }) => ({ name, round })),
  };
}

/** What was refused about a session's files is for the next one to know. */
function lessonOf(error: unknown, before: Lesson | null): Lesson | null {
  if (!isAutodevError(error, 'refused') || error.data?.['path'] === undefined) return before;
  return { text: [before?.text, reasonOf(error)].filter(Boolean).join('\n'), commit: before?.commit ?? null };
}

export function reasonOf(error: unknown): string {
  return error instanceof AutodevError && error.why ? `${error.message}: ${error.why}` : messageOf(error);
}
