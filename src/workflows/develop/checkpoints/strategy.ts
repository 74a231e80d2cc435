import type { CheckpointPlan } from './plan.ts';
import type { Strategy } from '../state/state.ts';

/**
 * How the work is spread over agents. One checkpoint needs nobody else; a few that do not meet go to sub-agents;
 * many, or ones that need to talk, to a team, or to what comes next best where there are no teams.
 */
export function chooseStrategy(plan: readonly CheckpointPlan[], teams: boolean): Strategy {
  if (plan.length <= 1) return 'direct';
  const apart = independent(plan);
  if (plan.length <= 4 && apart) return 'subagent';
  if (teams) return 'agent-teams';
  return apart ? 'subagent' : 'direct';
}

function independent(plan: readonly CheckpointPlan[]): boolean {
  if (plan.some((checkpoint) => checkpoint.dependencies.length > 0)) return false;
  const files = plan.flatMap((checkpoint) => [...new Set([...checkpoint.files, ...checkpoint.tests])]);
  return new Set(files).size === files.length;
}
