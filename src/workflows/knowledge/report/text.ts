import type { Language } from '../../words.ts';
import type { DailyReport } from './daily-report.ts';
import { sectionsOf, summaryLines, type Section } from './sections.ts';
import { reportWords } from './words.ts';

/** How a terminal shows headings and tables. */
export interface TextLook {
  bold: (text: string) => string;
  table: (section: Section) => string;
}

/** The report for a terminal. */
export function reportText(repo: string, report: DailyReport, language: Language, look: TextLook): string {
  const words = reportWords(language);
  const parts = [
    `${look.bold(`${repo}  ${words.title(report.date)}`)}\n${summaryLines(report, words).join('\n')}`,
    [
      look.bold(words.patterns),
      ...(report.patterns.length === 0
        ? [words.noPatterns]
        : report.patterns.map(
            ({ type, description, affected_tasks: tasks }) =>
              `- ${type}: ${description} (${tasks.join(', ')})`,
          )),
    ].join('\n'),
    ...(report.suggestions.length === 0
      ? []
      : [
          [
            look.bold(words.suggestions),
            ...report.suggestions.map(
              ({ type, target_file: target, reason }) => `- ${type} ${target}: ${reason}`,
            ),
          ].join('\n'),
        ]),
    ...sectionsOf(report, words).map((section) => `${look.bold(section.title)}\n${look.table(section)}`),
  ];
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}
