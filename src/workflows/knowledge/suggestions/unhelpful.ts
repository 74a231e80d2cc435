import type { SuggestionRecord } from '../../../store/tables/suggestions.ts';
import { addDays } from '../../../work/day.ts';
import type { DailyReport } from '../report/daily-report.ts';
import { patternKey } from './evidence.ts';
import type { Weighed } from './weigh.ts';

/** So long a rule is given to show in the data, and so long before it is compared with. */
const WEEKS = 14;

/**
 * Rules of ours that people accepted and that did not help: in the two weeks after, their pattern came up as often as in
 * the two before, or more. Each is proposed for deletion once. Pure.
 */
export function unhelpful(
  day: string,
  suggestions: readonly SuggestionRecord[],
  reports: readonly DailyReport[],
): Weighed[] {
  const asked = new Set(
    suggestions.filter(({ action }) => action === 'delete').map(({ content }) => content),
  );
  return suggestions.flatMap((rule) => {
    const { status, settledAt, pattern, content, target, action } = rule;
    if (action !== 'add' || status !== 'accepted' || settledAt === null || pattern === '') return [];
    const accepted = settledAt.slice(0, 10);
    if (addDays(accepted, WEEKS) > day || asked.has(content)) return [];
    const before = occurrences(reports, pattern, addDays(rule.day, -WEEKS), rule.day);
    const after = occurrences(reports, pattern, addDays(accepted, 1), addDays(accepted, WEEKS));
    if (after.count === 0 || after.count < before.count) return [];
    return {
      type: target === 'CLAUDE.md' ? ('claude_md' as const) : ('rule' as const),
      target_file: target,
      content,
      reason: `${pattern}: ${before.count} before, ${after.count} in the two weeks after it was accepted`,
      action: 'delete' as const,
      evidence: { tasks: after.tasks, occurrences: after.count, places: [] },
      shown_as: 'file' as const,
      note: '',
      pattern,
    };
  });
}

function occurrences(
  reports: readonly DailyReport[],
  key: string,
  from: string,
  to: string,
): { count: number; tasks: string[] } {
  const found = reports
    .filter(({ date }) => date >= from && date <= to)
    .flatMap(({ patterns }) => patterns.filter((pattern) => patternKey(pattern) === key));
  return {
    count: found.reduce((sum, { occurrences: n }) => sum + n, 0),
    tasks: [...new Set(found.flatMap(({ affected_tasks: tasks }) => tasks))],
  };
}
