import type { AnalysisResult } from '../../work/verdicts.ts';
import type { AgentName } from '../agent.ts';

/**
 * The verdict most agents gave; where they are split, a person is asked. Those who disagree lower the
 * confidence, so that a divided panel does not pass a threshold that a united one would.
 */
export function mergeAnalyses(
  analyses: readonly { agent: AgentName; answer: AnalysisResult }[],
  notes: readonly string[],
): AnalysisResult {
  const answers = analyses.map(({ answer }) => answer);
  const count = (verdict: AnalysisResult['verdict']) =>
    answers.filter((answer) => answer.verdict === verdict).length;
  const ranked = [...new Set(answers.map((answer) => answer.verdict))].sort((a, b) => count(b) - count(a));
  const [first = 'needs_clarification', second] = ranked;
  const split = second !== undefined && count(first) === count(second);
  const verdict = split ? 'needs_clarification' : first;
  const agreeing = answers.filter((answer) => answer.verdict === verdict);
  const total = agreeing.reduce((sum, answer) => sum + answer.confidence, 0);
  const spoken = analyses.map(({ agent, answer }) =>
    analyses.length === 1 ? answer.summary : `${agent} (${answer.verdict}): ${answer.summary}`,
  );
  // The plan and its checkpoints belong together, so both are one agent's.
  const chosen = agreeing[0] ?? answers[0];
  const all = (list: (answer: AnalysisResult) => string[]) => [...new Set(answers.flatMap(list))];
  return {
    verdict,
    confidence: answers.length === 0 ? 0 : total / answers.length,
    summary: [...spoken, ...notes].join('\n\n'),
    affected_files: all((answer) => answer.affected_files),
    implementation_plan: chosen?.implementation_plan ?? '',
    checkpoints: chosen?.checkpoints ?? [],
    risks: all((answer) => answer.risks),
    questions: all((answer) => answer.questions),
  };
}
