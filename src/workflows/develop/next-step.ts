import type { DevelopState } from './state/state.ts';

/** The command that comes next, for people who begin; the gates say whether it may. */
export function nextStep(state: DevelopState): string {
  switch (state.phase) {
    case 'DESIGN':
      return 'write the design with its checkpoints, then `autodev develop phase REVIEW --plan FILE`';
    case 'REVIEW':
      return state.gates.review_clean_pass
        ? '`autodev develop phase IMPLEMENT`'
        : '`autodev develop review` has the design reviewed';
    case 'IMPLEMENT':
      return nextCheckpoint(state);
    case 'PR':
      return state.gates.re_review_clean
        ? 'commit, push and open the pull request, then `autodev develop phase DONE`'
        : '`autodev develop re-review` has the code reviewed before it is pushed';
    default:
      return '`autodev develop start "…"` begins another piece of work';
  }
}

function nextCheckpoint({ checkpoints = {}, gates }: DevelopState): string {
  const entries = Object.entries(checkpoints);
  const running = entries.find(([, { status }]) => status === 'in_progress');
  if (running !== undefined)
    return `implement checkpoint ${running[0]}, then \`autodev develop checkpoint ${running[0]} pass\``;
  const pending = entries.find(([, { status }]) => status === 'pending');
  if (pending !== undefined) return `\`autodev develop checkpoint ${pending[0]} start\``;
  const left = entries.find(([, { status }]) => status === 'escalated');
  if (left !== undefined && !gates.architect_verified)
    return `checkpoint ${left[0]} is left to a person; mend what stands in its way, then \`autodev develop checkpoint ${left[0]} start\``;
  return gates.architect_verified
    ? '`autodev develop phase PR`'
    : '`autodev develop verify` has the implementation verified';
}
