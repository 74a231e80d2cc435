import type { RunRecord } from '../../store/tables/runs.ts';
import type { Advance } from './advance.ts';
import { isChoice, recordAnswer } from './questions/answers.ts';
import { askPerson, type AskingParts } from './questions/asking.ts';
import { beginRun, findRun, type FindParts } from './input/begin.ts';
import { Budget, type Holds } from './budget/budget.ts';
import type { Flow, Move } from './flow.ts';
import { history } from './steps/history.ts';
import { isGone } from './stops/gone.ts';
import { interrupted } from './stops/interrupted.ts';
import { Dropped, Superseded } from './stops/interruptions.ts';
import type { EngineItem } from './item.ts';
import { readJournal } from './journal.ts';
import { perform, type PerformParts } from './steps/perform.ts';
import { readInput } from './input/read-input.ts';

export type EngineParts = FindParts &
  AskingParts &
  Omit<PerformParts, 'budget'> & {
    /** Absent: this process is the only one that spends. */
    holds?: Holds | undefined;
  };
type AdvanceParts = EngineParts & PerformParts;

export interface Engine {
  /**
   * Carries an item on from the phase it is in until it rests or ends. Finished steps are read from the journal,
   * never done again. Rejects only when the signal is aborted or the store fails.
   */
  advance(flow: Flow, item: EngineItem, signal: AbortSignal): Promise<Advance>;
}

export function openEngine(parts: EngineParts): Engine {
  const shared = { ...parts, budget: new Budget(parts.store, parts.host.clock, parts.holds) };
  return { advance: (flow, item, signal) => advance(shared, flow, item, signal) };
}

async function advance(
  parts: AdvanceParts,
  flow: Flow,
  item: EngineItem,
  signal: AbortSignal,
): Promise<Advance> {
  let run: RunRecord | undefined;
  try {
    const found = await findRun(parts, flow, item);
    run = found.run;
    await beginRun(parts, flow, item, found);
    return await goOn(parts, flow, item, run, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (run !== undefined || !(await isGone(parts.forge, flow, item.work, error)))
      return await interrupted(parts, item, run, error);
    // It could not even be read anew: what was begun ends there.
    const begun = await parts.store.runs.unfinished(item.work);
    return await interrupted(parts, item, begun, new Dropped('it is gone from the forge'));
  }
}

/** Decides and performs, one step after the other, until the run ends, asks or rests. */
async function goOn(
  parts: AdvanceParts,
  flow: Flow,
  item: EngineItem,
  run: RunRecord,
  signal: AbortSignal,
): Promise<Advance> {
  const input = readInput(run);
  let { phase } = item;
  for (;;) {
    signal.throwIfAborted();
    const done = history(readJournal(flow, await parts.store.steps.finished(run.id)));
    const move = flow.decide(input, done);
    if (move.kind === 'end') return { lesson: null, carry: [], ...move, run };
    if (move.kind === 'ask') {
      const question = await unanswered(parts, run, move);
      if (question !== undefined) return { kind: 'question', run, question };
      continue;
    }
    if (move.restsAs !== undefined && phase !== move.restsAs && phase !== move.phase)
      return { kind: 'rest', phase: move.restsAs };
    if (phase !== move.phase) {
      phase = move.phase;
      await item.onPhase(phase);
    }
    await perform(parts, { flow, run, input, done, item, move, signal });
  }
}

/** Asks a person. Undefined: it is answered by now, and the answer is a finished step of the run. */
async function unanswered(parts: AskingParts, run: RunRecord, move: Move & { kind: 'ask' }) {
  const question = await askPerson(parts, run, move);
  if (question.answer === null) return question;
  await recordAnswer(parts.store, question);
  // Answered before it could leave, in words of their own: they are new input.
  if (!isChoice(question)) throw new Superseded('it was answered');
  return undefined;
}
