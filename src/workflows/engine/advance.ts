import type { Question, RunRecord } from '../../store/store.ts';
import type { Outcome, Phase } from '../../work/phases.ts';
import type { StepKey } from './flow.ts';
import type { Lesson } from './input.ts';

/** Where a run stands when the engine gives it back. */
export type Advance =
  | { kind: 'rest'; phase: Phase }
  | {
      kind: 'end';
      run: RunRecord;
      outcome: Outcome;
      reason: string;
      lesson: Lesson | null;
      carry: StepKey[];
    }
  | { kind: 'asks'; run: RunRecord; question: Question }
  | { kind: 'taken'; run: RunRecord; reason: string }
  | { kind: 'postponed'; run: RunRecord; until: number; reason: string; cause: 'budget' | 'agent' }
  | { kind: 'superseded'; reason: string };
