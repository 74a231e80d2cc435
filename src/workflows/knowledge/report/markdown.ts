import type { Language } from '../../words.ts';
import { codeBlock, codeSpan } from '../../model-text/code.ts';
import { bulleted, joined, ours, own, type Publishable } from '../../model-text/publishable.ts';
import { shown, shownLine } from '../../model-text/shown.ts';
import type { KnowledgeSuggestion } from '../suggestions/suggestion.ts';
import type { DailyReport } from './daily-report.ts';
import { sectionsOf, summaryLines, type Section } from './sections.ts';
import { reportWords, type ReportWords } from './words.ts';

/** What is known of a report beside what is in it. */
export interface ReportAround {
  language: Language;
  /** The branch whose pull request will hold its suggestions. */
  branch?: string | undefined;
  /** Why no agent has read it. */
  problem?: string | undefined;
  /** Tables under headings: for readers that take no HTML, where nothing can be folded. */
  unfolded?: boolean;
}

/** The report as people read it on the forge. Errors, paths and remarks are what others wrote, and are shown as such. */
export function reportMarkdown(report: DailyReport, around: ReportAround): Publishable {
  const words = reportWords(around.language);
  return joined([
    bulleted(summaryLines(report, words).map(ours)),
    around.problem === undefined ? ours('') : own`> ${shownLine(words.factsOnly(around.problem))}`,
    heading(words.patterns),
    report.patterns.length === 0
      ? ours(words.noPatterns)
      : bulleted(
          report.patterns.map(
            ({ type, description, affected_tasks: tasks }) =>
              own`${codeSpan(type)} ${shownLine(description)} (${ours(tasks.join(', '))})`,
          ),
        ),
    ...suggestionsPart(report.suggestions, words, around.branch),
    ...sectionsOf(report, words).map((section) => details(section, around.unfolded === true)),
  ]);
}

function suggestionsPart(
  suggestions: readonly KnowledgeSuggestion[],
  words: ReportWords,
  branch: string | undefined,
): Publishable[] {
  if (suggestions.length === 0) return [];
  return [
    heading(words.suggestions),
    branch === undefined ? ours('') : ours(words.proposed(branch)),
    ...suggestions.map((each) => suggestionMarkdown(each, words)),
  ];
}

/** One suggestion: where, what, why, and what it rests on. */
export function suggestionMarkdown(suggestion: KnowledgeSuggestion, words: ReportWords): Publishable {
  const { type, target_file: target, content, reason, evidence, note, shown_as: as, action } = suggestion;
  const head = own`${codeSpan(type)} ${codeSpan(target)}`;
  return joined([
    action === 'delete' ? own`${ours(words.deletes)} ${head}` : head,
    as === 'text' ? own`${ours(words.onlyText)} ${shownLine(note)}` : ours(''),
    codeBlock(content),
    own`${ours(words.reason)}: ${shown(reason)}`,
    ours(words.evidence(evidence.tasks.join(', '), evidence.occurrences)),
  ]);
}

const heading = (text: string): Publishable => own`### ${ours(text)}`;

function details({ title, columns, rows }: Section, unfolded: boolean): Publishable {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    line(columns.map(({ head }) => head)),
    line(columns.map(({ right }) => (right ? '--:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => codeSpan(cell.replaceAll('|', '¦'))))),
  ].join('\n');
  if (unfolded) return own`${heading(title)}\n\n${ours(table)}`;
  return own`<details><summary>${ours(title)}</summary>\n\n${ours(table)}\n\n</details>`;
}
