import { z } from 'zod';
import type { PersonAnswer } from '../../../../src/workflows/engine/flow.ts';
import type { ResultsOf } from '../../../../src/workflows/step-results.ts';

export const DAILY_RESULTS = {
  look: z.object({ text: z.string() }),
  note: z.object({ cost: z.number() }),
};

export type DailyResults = ResultsOf<typeof DAILY_RESULTS> & { 'ask:keep': PersonAnswer };
