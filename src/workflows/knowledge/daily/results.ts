import { z } from 'zod';
import type { ResultsOf } from '../../step-results.ts';
import { interpreted } from '../ask-agent.ts';
import { dailyReport } from '../report/daily-report.ts';
import { knowledgeSuggestion } from '../suggestions/suggestion.ts';

/** A suggestion with the pattern it answers to. */
const weighed = knowledgeSuggestion.extend({ pattern: z.string() });

export const DAILY_RESULTS = {
  /** The report of the same day that is there already, another daemon's perhaps. */
  look: z.object({ issue: z.number().nullable() }),
  facts: z.object({ report: dailyReport, worked: z.boolean() }),
  interpret: interpreted,
  propose: z.object({ suggestions: z.array(weighed), files: z.array(z.string()), patch: z.string() }),
  /** `ours`: false where another daemon was first. */
  issue: z.object({ number: z.number(), ours: z.boolean() }),
  pull: z.object({ number: z.number() }),
  keep: z.object({ suggestions: z.number() }),
};

export type DailyResults = ResultsOf<typeof DAILY_RESULTS>;
