import { z } from 'zod';
import { dailyReport } from '../../../src/workflows/knowledge/report/daily-report.ts';
import { proposal } from '../../../src/workflows/knowledge/suggestions/suggestion.ts';

/** The schemas of docs/schemas that are about knowledge. */
export const KNOWLEDGE = {
  'daily-report': { title: 'DailyReport', schema: dailyReport },
  'knowledge-suggestion': {
    title: 'KnowledgeSuggestion',
    schema: z.object({ suggestions: z.array(proposal) }),
  },
};
