import type { Question } from '../../store/tables/questions.ts';
import type { RunRecord } from '../../store/tables/runs.ts';
import type { Phase } from '../../work/phases.ts';
import type { Outcome } from '../../work/standings.ts';
import type { StepKey } from './flow.ts';
import type { Lesson } from './input/input.ts';
import type { PostponedFor } from './stops/interruptions.ts';

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
  | { kind: 'question'; run: RunRecord; question: Question }
  | { kind: 'taken'; run: RunRecord; reason: string }
  | { kind: 'waiting'; run: RunRecord; until: number; reason: string; cause: PostponedFor }
  | { kind: 'superseded'; reason: string };
