import type { Language } from '../../words.ts';
import type { Iteration, Kind, PdcaDone, ResultOf } from '../done.ts';
import { HEAVY_FILES, LIMITS, NOTHING_COUNTED, type Counters, type Mode } from '../mode.ts';
import type { LeadInput } from '../options.ts';
import type { LeadEnd, LeadMove, LeadOutcome, Work } from '../work.ts';
import { leadWords } from './words.ts';

/** The lead's own memory while a run is replayed: nothing of it is kept anywhere else. */
export interface State {
  readonly input: LeadInput;
  readonly say: ReturnType<typeof leadWords>;
  readonly language: Language;
  mode: Mode;
  score: number;
  phase: number;
  notes: string[];
  warnings: string[];
  unresolved: string[];
  /** Files that the design wants changed. */
  wanted: string[];
  /** The impl-manager's last iteration that was not complete, and how many there were. */
  last: Iteration | undefined;
  iterations: number;
  counted: Counters;
}

export type Lead<Result> = Generator<LeadMove, Result, PdcaDone>;

/** The end of a run, thrown through the phases so that none can forget to pass it on. */
export class Ended extends Error {
  readonly outcome: LeadOutcome;
  constructor(outcome: LeadOutcome, reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}

export function begin(input: LeadInput): State {
  const { language } = input.options;
  return {
    input,
    language,
    say: leadWords(language),
    mode: input.from?.mode ?? 'LIGHT',
    score: input.from?.score ?? 0,
    phase: 0,
    notes: [],
    warnings: [],
    unresolved: [],
    wanted: [],
    last: undefined,
    iterations: 0,
    counted: { ...(input.from?.counted ?? NOTHING_COUNTED) },
  };
}

/** One piece of work and what came of it. A journal that tells of another one was not written by this lead. */
export function* call<W extends Work>(state: State, work: W): Lead<ResultOf<W['kind'] & Kind>> {
  const { phase, mode, score, iterations } = state;
  const counted = { ...state.counted };
  const done = yield { work, phase, mode, score, iterations, counted, notes: state.notes.splice(0) };
  if (done.kind !== work.kind)
    throw new Error(`the journal has ${done.kind} where ${work.kind} was to be done`);
  return done.result as ResultOf<W['kind'] & Kind>;
}

export function note(state: State, line: string): void {
  state.notes.push(line);
}

/** Something is not as it should be and the run goes on; with `--strict` it does not. */
export function warn(state: State, text: string): void {
  state.warnings.push(text);
  state.notes.push(`WARNING: ${text}`);
  if (!state.input.options.strict) return;
  state.unresolved.push(text);
  throw new Ended('unresolved', text);
}

export function unresolved(state: State, reason: string, list: readonly string[] = []): never {
  state.unresolved.push(...(list.length === 0 ? [reason] : list));
  throw new Ended('unresolved', reason);
}

/** Lifts the mode where that is allowed. */
export function promote(state: State, to: Mode, why: string): boolean {
  const { options } = state.input;
  const order = ['LIGHT', 'STANDARD', 'HEAVY'];
  if (options.eco || order.indexOf(to) <= order.indexOf(state.mode)) return false;
  note(state, state.say.promoted(state.phase, state.mode, to, why));
  state.mode = to;
  return true;
}

/** Files are counted at the gates and on the diff. */
export function promoteByFiles(state: State, files: readonly string[]): boolean {
  const count = new Set(files).size;
  return count >= HEAVY_FILES && promote(state, 'HEAVY', state.say.manyFiles(count));
}

export const improvementLimit = (state: State): number =>
  LIMITS.improvements + (state.counted.rejections >= LIMITS.rejections ? LIMITS.moreImprovements : 0);

export function endOf(state: State, outcome: LeadOutcome, reason: string): LeadEnd {
  const { unresolved: list, warnings, notes, phase, mode, score } = state;
  return {
    outcome,
    reason,
    unresolved: [...list],
    warnings: [...warnings],
    notes: notes.splice(0),
    phase,
    mode,
    score,
  };
}
