import type { Flow } from '../workflows/engine/flow.ts';
import { issueFlow } from '../workflows/issue/flow.ts';
import { dailyFlow } from '../workflows/knowledge/daily/flow.ts';
import type { KnowledgeParts } from '../workflows/knowledge/parts.ts';
import { perTaskFlow } from '../workflows/knowledge/per-task/flow.ts';
import { mergeFlow } from '../workflows/merge/flow.ts';
import { pullFlow } from '../workflows/pull/flow.ts';

/** Every flow of the program. A new one is written beside the others and added here; the daemon does not change. */
export function programFlows(knowledge: KnowledgeParts): readonly Flow[] {
  return [issueFlow, pullFlow, mergeFlow, perTaskFlow(knowledge), dailyFlow(knowledge)];
}

/** The same where nothing is worked on: their names, phases and words. */
export const FLOWS: readonly Flow[] = programFlows({
  logs: () => '',
  index: async () => undefined,
  settings: () => ({ per_task: false, min_usd: 0, daily: false, daily_report_hour: 0 }),
});
