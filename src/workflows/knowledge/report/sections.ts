import type { DailyReport } from './daily-report.ts';
import type { ReportWords } from './words.ts';

/** A table of a report, before anybody has said how tables look. Cells are text as it was found, not fit to be published. */
export interface Section {
  title: string;
  columns: readonly { head: string; right?: true }[];
  rows: readonly (readonly string[])[];
  /** What a bar of each row's length would say. */
  bars?: readonly number[];
}

const MOST_ROWS = 20;

/** The day's numbers as tables; those with nothing to say are left out. */
export function sectionsOf({ facts }: DailyReport, words: ReportWords): Section[] {
  const left = (head: string) => ({ head });
  const right = (head: string) => ({ head, right: true as const });
  const sections: Section[] = [
    {
      title: words.tasks,
      columns: [left(words.task), left(words.outcome), right(words.time), right(words.cost)],
      rows: facts.tasks.map((each) => [
        each.task,
        each.outcome,
        timeText(each.duration_ms),
        usdText(each.cost_usd),
      ]),
      bars: facts.tasks.map((each) => each.cost_usd),
    },
    {
      title: words.phases,
      columns: [left(words.phase), right(words.stays), right(words.mean), right(words.total)],
      rows: facts.phases.map((each) => [
        `${each.flow} ${each.phase}`,
        String(each.stays),
        timeText(each.avg_ms),
        timeText(each.total_ms),
      ]),
      bars: facts.phases.map((each) => each.total_ms),
    },
    {
      title: words.errors,
      columns: [right(words.count), left(words.message), left(words.ofTasks)],
      rows: facts.errors.map((each) => [String(each.count), each.message, each.tasks.join(', ')]),
      bars: facts.errors.map((each) => each.count),
    },
    {
      title: words.findings,
      columns: [left(words.category), right(words.count), left(words.ofTasks)],
      rows: facts.reviews.findings.map((each) => [each.category, String(each.count), each.tasks.join(', ')]),
      bars: facts.reviews.findings.map((each) => each.count),
    },
    {
      title: words.loops,
      columns: [left(words.task), left(words.command), right(words.failures), left(words.folder)],
      rows: facts.test_loops.map((each) => [each.task, each.command, String(each.failures), each.folder]),
    },
    {
      title: words.files,
      columns: [left(words.file), right(words.edits), left(words.ofTasks)],
      rows: facts.hot_files.map((each) => [each.path, String(each.edits), each.tasks.join(', ')]),
      bars: facts.hot_files.map((each) => each.edits),
    },
    {
      title: words.tools,
      columns: [left(words.task), left(words.tool), right(words.count), right(words.usual)],
      rows: facts.tool_outliers.map((each) => [each.task, each.tool, String(each.count), String(each.mean)]),
    },
    {
      title: words.models,
      columns: [left(words.model), right(words.tokens), right(words.cost)],
      rows: facts.costs.by_model.map((each) => [each.model, String(each.tokens), usdText(each.usd)]),
      bars: facts.costs.by_model.map((each) => each.usd),
    },
    {
      title: words.rests,
      columns: [left(words.agent), right(words.count), right(words.time)],
      rows: facts.rests.map((each) => [each.agent, String(each.times), timeText(each.ms)]),
    },
  ];
  return sections
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows, bars, ...section }) => ({
      ...section,
      title: rows.length > MOST_ROWS ? `${title} (${words.first(MOST_ROWS, rows.length)})` : title,
      rows: rows.slice(0, MOST_ROWS),
      ...(bars === undefined ? {} : { bars: bars.slice(0, MOST_ROWS) }),
    }));
}

/** The sentences above the tables. */
export function summaryLines({ summary, facts }: DailyReport, words: ReportWords): string[] {
  return [
    words.done(summary.issues_done, summary.prs_done),
    words.left(summary.failed, summary.skipped),
    ...(summary.avg_duration_ms === 0 ? [] : [words.average(timeText(summary.avg_duration_ms))]),
    words.spent(usdText(facts.costs.usd), facts.sessions),
  ];
}

export function usdText(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

export function timeText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
