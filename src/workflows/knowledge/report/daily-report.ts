import { z } from 'zod';
import { knowledgeSuggestion } from '../suggestions/suggestion.ts';

/** The report of a day, in the seed's shape, with the facts it rests on. `docs/schemas/daily-report.json` is made from it. */

const count = z.int().min(0);
const task = z.string().describe('an item of the repository, such as issue:42');
const tasks = z.array(task);
const usd = z.number().min(0);
const places = z.array(z.string()).describe('places in transcripts, session:seq');

const summary = z.object({
  issues_done: count,
  prs_done: count,
  failed: count,
  skipped: count,
  avg_duration_ms: count.describe('of what was done, from queued to done'),
});
export type Summary = z.infer<typeof summary>;

const pattern = z.object({
  type: z.enum(['repeated_failure', 'review_cycle', 'test_loop', 'hotfile']),
  subject: z
    .string()
    .describe('what it is about: a message, a remark, a folder or a file; the same on every day'),
  description: z.string(),
  occurrences: count,
  affected_tasks: tasks,
  evidence: places,
});
export type Pattern = z.infer<typeof pattern>;

const dayFacts = z.object({
  tasks: z.array(z.object({ task, outcome: z.string(), duration_ms: count, cost_usd: usd, sessions: count })),
  outcomes: z.record(z.string(), count),
  phases: z.array(
    z.object({ flow: z.string(), phase: z.string(), stays: count, total_ms: count, avg_ms: count }),
  ),
  errors: z.array(
    z.object({
      message: z.string(),
      count,
      tasks,
      earlier_per_day: z.number().min(0).describe('mean of the seven days before'),
    }),
  ),
  reviews: z.object({
    rounds: z.array(z.object({ task, rounds: count })),
    findings: z.array(z.object({ category: z.string(), count, tasks })),
    remarks: z.array(z.object({ remark: z.string(), category: z.string(), about: z.string(), count, tasks })),
  }),
  test_loops: z.array(
    z.object({
      task,
      session: z.string(),
      command: z.string(),
      failures: count,
      folder: z.string(),
      places,
    }),
  ),
  hot_files: z.array(z.object({ path: z.string(), edits: count, tasks, places })),
  tool_outliers: z.array(
    z.object({
      task,
      session: z.string(),
      tool: z.string(),
      count,
      mean: z.number(),
      z: z.number().describe('standard deviations above the mean of a month'),
    }),
  ),
  costs: z.object({
    usd,
    tokens: count,
    by_task: z.array(z.object({ task, usd, tokens: count })),
    by_model: z.array(z.object({ model: z.string(), usd, tokens: count })),
  }),
  rests: z.array(z.object({ agent: z.string(), times: count, ms: count })),
  sessions: count,
});
export type DayFacts = z.infer<typeof dayFacts>;

export const dailyReport = z.object({
  date: z.iso.date(),
  summary,
  patterns: z.array(pattern),
  suggestions: z.array(knowledgeSuggestion),
  facts: dayFacts,
});
export type DailyReport = z.infer<typeof dailyReport>;
