import { z } from 'zod';
import { commented, type ResultsOf } from '../../step-results.ts';
import { knowledgeSuggestion } from '../suggestions/suggestion.ts';

export const PER_TASK_RESULTS = {
  extract: z.object({ suggestions: z.array(knowledgeSuggestion), problem: z.string() }),
  comment: commented,
};

export type PerTaskResults = ResultsOf<typeof PER_TASK_RESULTS>;
