import type { ReviewResult } from '../../work/verdicts.ts';
import type { AgentName } from '../agent.ts';
import { mergeFindings } from './findings.ts';

type State = ReviewResult['earlier'][number];

/** What stands when reviewers differ about an earlier finding: the worst that one of them says. */
const WEIGHT = { fixed: 0, wont_fix: 1, open: 2 } as const;

/** The verdict is decided here: an open `must` means changes, and one agent alone can demand them. */
export function mergeReviews(
  reviews: readonly { agent: AgentName; answer: ReviewResult }[],
  notes: readonly string[],
): ReviewResult {
  const comments = mergeFindings(reviews.map(({ agent, answer }) => ({ agent, findings: answer.comments })));
  const demanded = reviews.some(({ answer }) => answer.verdict === 'request_changes');
  const must = comments.some((finding) => finding.severity === 'must');
  const spoken = reviews.map(({ agent, answer }) =>
    reviews.length === 1 ? answer.summary : `${agent}: ${answer.summary}`,
  );
  const earlier = new Map<string, State>();
  for (const state of reviews.flatMap(({ answer }) => answer.earlier)) {
    const known = earlier.get(state.fingerprint);
    if (known === undefined || WEIGHT[state.state] > WEIGHT[known.state]) {
      earlier.set(state.fingerprint, state);
    }
  }
  return {
    verdict: must || demanded ? 'request_changes' : 'approve',
    summary: [...spoken, ...notes].join('\n\n'),
    comments,
    earlier: [...earlier.values()],
  };
}
