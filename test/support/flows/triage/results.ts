import { z } from 'zod';
import type { ResultsOf } from '../../../../src/workflows/step-results.ts';

export const TRIAGE_RESULTS = { sort: z.object({ text: z.string() }) };

export type TriageResults = ResultsOf<typeof TRIAGE_RESULTS>;
