import type { AnalysisResult } from '../../work/verdicts.ts';
import { words } from '../words.ts';
import type { IssueInput } from './input.ts';
import { judge } from './judge.ts';

/** What a person is asked when the analysis alone is not enough to begin. Pure. */
export function clarifyingQuestion(
  analysis: AnalysisResult,
  input: IssueInput,
): { text: string; options: string[]; free: boolean } {
  const w = words(input.language);
  const questions = analysis.questions.map((question) => question.trim());
  if (judge(analysis, input.confidenceThreshold) === 'unsure') {
    const unsure = w.askUnsure(analysis.confidence.toFixed(2), input.confidenceThreshold.toFixed(2));
    return { text: [unsure, ...questions].join('\n'), options: ['approve', 'stop'], free: true };
  }
  return { text: questions.join('\n') || w.askClarify, options: [], free: false };
}
