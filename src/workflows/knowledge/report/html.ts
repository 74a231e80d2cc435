import type { Language } from '../../words.ts';
import { barChart } from './chart.ts';
import type { DailyReport } from './daily-report.ts';
import { escaped } from './escaped.ts';
import { sectionsOf, summaryLines, type Section } from './sections.ts';
import { reportWords, type ReportWords } from './words.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid #8886; } .right { text-align: right; font-variant-numeric: tabular-nums; }
td { overflow-wrap: anywhere; } pre { padding: .6rem; background: #8881; overflow-x: auto; white-space: pre-wrap; }
svg { display: block; margin: .4rem 0 1rem; max-width: 100%; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
svg rect { fill: #3b7dd8; }`;

/** One page without scripts, images or anything from elsewhere. All that others wrote is text in it. */
export function reportHtml(
  reports: readonly { repo: string; report: DailyReport }[],
  day: string,
  language: Language,
): string {
  const words = reportWords(language);
  const title = escaped(words.title(day));
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
${reports.map(({ repo, report }) => repoPart(repo, report, words)).join('\n')}
</body></html>
`;
}

function repoPart(repo: string, report: DailyReport, words: ReportWords): string {
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const patterns = report.patterns.map(
    ({ type, description, affected_tasks: tasks }) =>
      `<code>${type}</code> ${escaped(description)} (${escaped(tasks.join(', '))})`,
  );
  const suggestions = report.suggestions.map(
    ({ type, target_file: target, content, reason, evidence }) =>
      `<p><code>${type}</code> <b>${escaped(target)}</b></p><pre>${escaped(content)}</pre>` +
      `<p>${escaped(reason)}<br>${escaped(words.evidence(evidence.tasks.join(', '), evidence.occurrences))}</p>`,
  );
  return [
    `<h2>${escaped(repo)}</h2>`,
    list(summaryLines(report, words).map(escaped)),
    `<h3>${escaped(words.patterns)}</h3>`,
    patterns.length === 0 ? `<p>${escaped(words.noPatterns)}</p>` : list(patterns),
    suggestions.length === 0 ? '' : `<h3>${escaped(words.suggestions)}</h3>${suggestions.join('')}`,
    ...sectionsOf(report, words).map(sectionPart),
  ].join('\n');
}

function sectionPart({ title, columns, rows, bars }: Section): string {
  const cell = (tag: string, text: string, right: true | undefined) =>
    `<${tag}${right ? ' class="right"' : ''}>${escaped(text)}</${tag}>`;
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((text, at) => cell(tag, text, columns[at]?.right)).join('')}</tr>`;
  const chart =
    bars === undefined
      ? ''
      : barChart(bars.map((value, at) => ({ label: labelOf(rows[at], columns), value })));
  return `<h3>${escaped(title)}</h3>${chart}<table>${line(
    'th',
    columns.map(({ head }) => head),
  )}${rows.map((row) => line('td', row)).join('')}</table>`;
}

/** The first cell that is no number. */
function labelOf(row: readonly string[] | undefined, columns: Section['columns']): string {
  const at = columns.findIndex(({ right }) => right === undefined);
  return row?.[at] ?? '';
}
