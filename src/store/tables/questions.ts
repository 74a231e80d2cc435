import type { RunId, WorkId } from '../../work/ids.ts';

/** A question to a person. It is answered once, by the first answer, and applied once, by the run that asked. */
export interface Question {
  id: string;
  work: WorkId;
  run: RunId;
  /** The step of the run that its answer is recorded as. */
  step: string;
  round: number;
  text: string;
  /** The answers it takes; empty: any text. */
  options: string[];
  /** Takes any text beside its options. */
  free: boolean;
  askedAt: string;
  expiresAt: string | null;
  answer: string | null;
  answeredBy: string | null;
  appliedAt: string | null;
  /** Why it can no longer be answered. */
  voidReason: string | null;
}

export type NewQuestion = Pick<
  Question,
  'work' | 'run' | 'step' | 'round' | 'text' | 'options' | 'free' | 'expiresAt'
>;

export interface QuestionTable {
  /** Asked by the same step of the same run again, it is the one that is already there. */
  ask(question: NewQuestion): Promise<Question>;
  get(id: string): Promise<Question | undefined>;
  /** Those that can be answered now, oldest first. */
  open(work?: WorkId): Promise<Question[]>;
  /** All that were ever asked of a work item, oldest first. */
  ofWork(work: WorkId): Promise<Question[]>;
  ofRun(run: RunId): Promise<Question[]>;
  /** Those for whose answer a run of this repository waits, also when they ran out or have one by now. */
  awaited(repo: string): Promise<Question[]>;
  /** False when it is unknown, ran out, stands no longer, is answered, or the answer is none of its options. */
  answer(id: string, answer: string, by: string): Promise<boolean>;
  /** The answer, to exactly one caller. */
  apply(id: string): Promise<string | undefined>;
  /** It can no longer be answered. False when it was answered or void before. */
  withdraw(id: string, reason: string): Promise<boolean>;
}
