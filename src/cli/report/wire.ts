import type { Summary } from '../../workflows/knowledge/report/daily-report.ts';
import type { RepoReport } from './day-reports.ts';

/** What `--json` prints: the report of a day. Of several repositories it has the sums, and each report by itself. */
export function wireReport(day: string, reports: readonly RepoReport[]) {
  const [only] = reports;
  return {
    schema_version: 1,
    date: day,
    repo: reports.length === 1 && only !== undefined ? only.repo : null,
    summary: sum(reports.map(({ report }) => report.summary)),
    patterns: reports.flatMap(({ report }) => report.patterns),
    suggestions: reports.flatMap(({ report }) => report.suggestions),
    facts: reports.length === 1 && only !== undefined ? only.report.facts : null,
    reports: reports.map(({ repo, report }) => ({ repo, ...report })),
  };
}

function sum(summaries: readonly Summary[]): Summary {
  const total = { issues_done: 0, prs_done: 0, failed: 0, skipped: 0, avg_duration_ms: 0 };
  let time = 0;
  let done = 0;
  for (const each of summaries) {
    total.issues_done += each.issues_done;
    total.prs_done += each.prs_done;
    total.failed += each.failed;
    total.skipped += each.skipped;
    const finished = each.issues_done + each.prs_done;
    time += each.avg_duration_ms * finished;
    done += finished;
  }
  return { ...total, avg_duration_ms: done === 0 ? 0 : Math.round(time / done) };
}
