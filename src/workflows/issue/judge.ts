import type { AnalysisResult } from '../../work/verdicts.ts';

/** What an analysis means: only a confident "implement" starts work, everything else is a person's turn. */
export function judge(
  analysis: AnalysisResult,
  threshold: number,
): 'implement' | 'unsure' | 'clarify' | 'wontfix' {
  if (analysis.verdict === 'wontfix') return 'wontfix';
  if (analysis.verdict === 'needs_clarification') return 'clarify';
  return analysis.confidence >= threshold ? 'implement' : 'unsure';
}

/** Whether nothing goes on before a person has answered. */
export function asksPerson(analysis: AnalysisResult, threshold: number): boolean {
  return ['unsure', 'clarify'].includes(judge(analysis, threshold));
}
