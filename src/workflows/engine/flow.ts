import { z } from 'zod';
import type { WorkType } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Phase } from '../../work/phases.ts';
import type { Role } from '../../work/roles.ts';
import type { Outcome } from '../../work/standings.ts';
import type { Language } from '../words.ts';
import type { StepContext, WorkContext } from './steps/context.ts';
import type { History, StepName, StepResults } from './steps/history.ts';
import type { FrozenInput, Lesson } from './input/input.ts';
import type { Hears } from './input/said.ts';
import type { ForgeItems, OwnItems } from './items.ts';
import type { WorktreeName } from './worktree-name.ts';

/** How one kind of work goes from its first step to its end. The daemon knows flows only through this. */
export interface Flow<
  Input extends FrozenInput = FrozenInput,
  Results extends StepResults = Record<string, unknown>,
> {
  /** The first part of its items' ids. */
  readonly type: WorkType;
  readonly words: FlowWords;
  /** In order; an item begins in the first, and begins there anew. */
  readonly phases: readonly [Phase, ...Phase[]];
  /** The phases in which an item waits for a slot, and which goes first: smaller numbers, over all flows. */
  readonly priority: Readonly<Record<Phase, number>>;
  /** The role of the session that an item in this phase goes on with. Absent: it may well need none. */
  readonly needs?: Readonly<Partial<Record<Phase, Role>>>;
  /** Where its items come from, and whether they stand on the forge. */
  readonly items: ForgeItems | OwnItems;
  /** Absent: it has no worktree. */
  readonly worktree?: WorktreeName;
  /** Flows whose item of the same number is never in work beside this one's. */
  readonly siblings?: readonly WorkType[];
  /** Its items that are done are pull requests in their base branch. */
  readonly merges?: true;
  /** Items with the same key run one at a time. */
  exclusive?(item: WorkItem): string;
  /** Absent: a run goes by nothing that people say beside the item itself. */
  readonly hears?: Hears<Input>;
  /** Reads everything the run may depend on, once. Our own comments, labels and pushes are not part of it. */
  freeze(item: { repo: string; number: number }, context: WorkContext): Promise<Input>;
  /** The next move, from the frozen input and what was done so far. Pure. */
  decide(input: Input, history: History<Results>): Move<StepName<Results>>;
  readonly steps: { readonly [Name in WorkStep<Results>]: Step<Input, Results, Name> };
}

export interface FlowWords {
  /** One item, as in "1 …". */
  noun: Readonly<Record<Language, string>>;
  /** What became of an item that is done, after its id; and the notice people choose it by. */
  finished: Readonly<Record<Language, string>> & { notice: 'done' | 'merged' | 'report' };
}

/** The steps that the flow does itself: all but the questions, which a person answers. */
export type WorkStep<Results extends StepResults> = Exclude<StepName<Results>, `ask:${string}`>;

export interface StepKey<Name extends string = string> {
  name: Name;
  round: number;
}

export type Move<Name extends string = string> =
  | {
      kind: 'step';
      name: Name;
      round: number;
      phase: Phase;
      /** The item waits in this phase, without a slot, until the scheduler gives it one again. */
      restsAs?: Phase;
    }
  | {
      kind: 'ask';
      /** The answer is recorded as a finished step of this name and round. */
      name: Name;
      round: number;
      text: string;
      options: string[];
      /** Takes any text beside its options. */
      free: boolean;
    }
  | { kind: 'end'; outcome: Outcome; reason: string; lesson?: Lesson; carry?: StepKey[] };

export function step<Name extends string>(
  name: Name,
  round: number,
  phase: Phase,
  restsAs?: Phase,
): Move<Name> {
  return { kind: 'step', name, round, phase, ...(restsAs === undefined ? {} : { restsAs }) };
}

/** A person is asked. The item is left to them, and the same run goes on when they have answered. */
export function ask<Name extends `ask:${string}`>(
  name: Name,
  round: number,
  question: { text: string; options?: string[]; free?: boolean },
): Move<Name> {
  return { kind: 'ask', name, round, options: [], free: false, ...question };
}

/** What a person answered, as `decide` reads it from the history. */
export const personAnswer = z.object({ question: z.string(), answer: z.string(), by: z.string() });
export type PersonAnswer = z.infer<typeof personAnswer>;

/** Why an item is left after a person's "stop". */
export const STOPPED = 'a person said stop';

export function end(outcome: Outcome, reason: string): Move<never> {
  return { kind: 'end', outcome, reason };
}

export interface Step<
  Input extends FrozenInput,
  Results extends StepResults,
  Name extends StepName<Results>,
> {
  /** How what it left behind is read back from the journal. */
  readonly result: z.ZodType<Results[Name]>;
  run(context: StepContext<Input, Results>): Promise<StepResult<Results[Name]>>;
}

export interface StepResult<Result> {
  result: Result;
  /** For steps that change files: the commit to keep, before the step counts as finished. */
  commit?: string;
  summary: string;
}
