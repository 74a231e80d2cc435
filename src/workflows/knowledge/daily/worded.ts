import type { Interpreted } from '../ask-agent.ts';
import type { DailyReport, Pattern } from '../report/daily-report.ts';
import type { Weighed } from '../suggestions/weigh.ts';

const LONGEST = 300;

/** The report of facts with an agent's words for its patterns, and what is suggested. Numbers stay as they were counted. */
export function worded(
  report: DailyReport,
  { wording }: Interpreted,
  suggestions: readonly Weighed[],
): DailyReport {
  return {
    ...report,
    patterns: report.patterns.map((pattern, at) => reworded(pattern, wording, at + 1)),
    suggestions: suggestions.map(({ pattern: _pattern, ...suggestion }) => suggestion),
  };
}

function reworded(pattern: Pattern, wording: Interpreted['wording'], number: number): Pattern {
  const said =
    wording
      .find((each) => each.pattern === number)
      ?.text.replaceAll(/\s+/g, ' ')
      .trim() ?? '';
  return said === '' || said.length > LONGEST ? pattern : { ...pattern, description: said };
}
