import type { SuggestionRecord } from '../../../store/tables/suggestions.ts';
import type { DailyReport } from '../report/daily-report.ts';
import { foundedOn } from './evidence.ts';
import { isSameRule, standsIn } from './same-rule.ts';
import type { KnowledgeSuggestion, Proposal } from './suggestion.ts';
import { targetProblem } from './target.ts';

/** What is known when proposals are weighed. */
export interface Weighing {
  report: DailyReport;
  /** All that was ever suggested for the repository. */
  earlier: readonly SuggestionRecord[];
  /** The target files as they are in the base; absent: there is none. */
  files: ReadonlyMap<string, string>;
  /** Targets that are no plain file below plain folders. */
  odd: ReadonlySet<string>;
}

export interface Weighed extends KnowledgeSuggestion {
  pattern: string;
}

const MOST = 5;

/** What of an agent's proposals is told to people, and how. What they have seen before is not told again. Pure. */
export function weigh(proposals: readonly Proposal[], { report, earlier, files, odd }: Weighing): Weighed[] {
  const kept: Weighed[] = [];
  for (const proposal of proposals) {
    const { type, target_file, content, reason } = proposal;
    const isKnown = (other: { content: string }) => isSameRule(other.content, content);
    if (earlier.some((each) => each.action === 'add' && isKnown(each)) || kept.some(isKnown)) continue;
    const file = files.get(target_file);
    if (file !== undefined && standsIn(file, content)) continue;
    const problem =
      targetProblem(proposal) ??
      (odd.has(target_file) ? 'its place in the repository is no plain file' : undefined);
    const { evidence, pattern } = foundedOn(proposal, report);
    kept.push({
      type,
      target_file: printable(target_file),
      content: content.slice(0, problem === undefined ? undefined : 4_000),
      reason,
      action: 'add',
      evidence,
      shown_as: problem === undefined ? 'file' : 'text',
      note: problem ?? '',
      pattern,
    });
    if (kept.length === MOST) break;
  }
  return kept;
}

/** A path that is only shown is shown in one line. */
function printable(path: string): string {
  return path.replaceAll(/[^\x20-\x7e\u00a1-\uffff]/g, '?').slice(0, 200);
}
