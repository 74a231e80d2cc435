import type { DayReport, ReportShelf, Suggestion } from '../../api/board/report-shelf.ts';
import type { Store } from '../../store/store.ts';
import type { SuggestionRecord } from '../../store/tables/suggestions.ts';
import { dailyReport } from '../../workflows/knowledge/report/daily-report.ts';
import { reportMarkdown } from '../../workflows/knowledge/report/markdown.ts';
import { repositoryPage } from './pages.ts';

const MOST_DAYS = 30;

/** The reports and suggestions of every repository, newest first. */
export async function reportShelfOf(store: Store): Promise<ReportShelf> {
  const days: DayReport[] = [];
  const suggestions: (Suggestion & { day: string })[] = [];
  for (const { name, url } of await store.repositories.list()) {
    const page = repositoryPage(url);
    for (const { day, body } of await store.reports.since(name, '')) {
      const report = dailyReport.safeParse(body);
      if (report.success)
        days.push({
          date: day,
          repo: name,
          text: reportMarkdown(report.data, { language: 'en', unfolded: true }),
        });
    }
    for (const record of await store.suggestions.ofRepo(name)) suggestions.push(suggestion(record, page));
  }
  return {
    days: days.sort((a, b) => b.date.localeCompare(a.date)).slice(0, MOST_DAYS),
    suggestions: suggestions.sort((a, b) => b.day.localeCompare(a.day)),
  };
}

function suggestion(
  { repo, day, target, content, action, pull, status }: SuggestionRecord,
  page: string | null,
) {
  return {
    day,
    from: `${repo} ${day}`,
    target_file: target,
    reason: `${action === 'delete' ? 'delete: ' : ''}${content}`,
    state: status,
    url: page === null || pull === null ? null : `${page}/pull/${pull}`,
  };
}
