import type { Issue } from '../../work/issue.ts';
import type { WorkType } from '../../work/ids.ts';
import type { Outcome, Phase } from '../../work/phases.ts';
import type { Pull } from '../../work/pull.ts';
import type { StepContext, WorkContext } from './context.ts';
import type { History } from './history.ts';
import type { FrozenInput, Lesson } from './input.ts';

/** How one kind of work goes from its first step to its end. The daemon knows flows only through this. */
export interface Flow<Input extends FrozenInput = FrozenInput> {
  readonly type: WorkType;
  /** Which of the forge's lists holds its candidates. */
  readonly target: 'issues' | 'pulls';
  /** From what the list says alone; costs no request. */
  screen(entry: Issue | Pull, context: WorkContext): Screening;
  /** With further requests, only for candidates that passed the screen. */
  admit(entry: Issue | Pull, context: WorkContext): Promise<Screening>;
  /** Reads everything the run may depend on, once. Our own comments, labels and pushes are not part of it. */
  freeze(item: { repo: string; number: number }, context: WorkContext): Promise<Input>;
  /** The next move, from the frozen input and what was done so far. Pure. */
  decide(input: Input, history: History): Move;
  readonly steps: Readonly<Record<string, Step<Input>>>;
}

export type Screening =
  | { take: true }
  /** Not for us, now or ever, unless the item itself changes. */
  | { take: false; final: true; reason: string }
  /** Not now; look again at every scan. */
  | { take: false; final: false; reason: string };

export interface StepKey {
  name: string;
  round: number;
}

export type Move =
  | {
      kind: 'step';
      name: string;
      round: number;
      phase: Phase;
      /** The item waits in this phase, without a slot, until the scheduler gives it one again. */
      restsAs?: Phase;
    }
  | {
      kind: 'ask';
      /** The answer is recorded as a finished step of this name and round. */
      name: string;
      round: number;
      text: string;
      options: string[];
      /** Takes any text beside its options. */
      free: boolean;
    }
  | { kind: 'end'; outcome: Outcome; reason: string; lesson?: Lesson; carry?: StepKey[] };

export function step(name: string, round: number, phase: Phase, restsAs?: Phase): Move {
  return { kind: 'step', name, round, phase, ...(restsAs === undefined ? {} : { restsAs }) };
}

/** A person is asked. The item is left to them, and the same run goes on when they have answered. */
export function ask(
  name: `ask:${string}`,
  round: number,
  question: { text: string; options?: string[]; free?: boolean },
): Move {
  return { kind: 'ask', name, round, options: [], free: false, ...question };
}

/** What a person answered, as `decide` reads it from the history. */
export interface Answer {
  question: string;
  answer: string;
  by: string;
}

/** Why an item is left after a person's "stop". */
export const STOPPED = 'a person said stop';

export function end(outcome: Outcome, reason: string): Move {
  return { kind: 'end', outcome, reason };
}

export interface Step<Input extends FrozenInput = FrozenInput> {
  run(context: StepContext<Input>): Promise<StepResult>;
}

export interface StepResult {
  result: unknown;
  /** For steps that change files: the commit to keep, before the step counts as finished. */
  commit?: string;
  costUsd?: number;
  summary: string;
}
