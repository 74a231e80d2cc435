import { addTokens } from '../../work/prices.ts';
import type { AgentEvent, AgentLimits, AgentResult } from '../agent.ts';

/** What several tries of one request may and did use together. */

/** What the tries so far leave of the limits. */
export function limitsLeft(limits: AgentLimits, used: AgentResult): AgentLimits {
  return {
    ...limits,
    budgetUsd: limits.budgetUsd - used.costUsd,
    wallMs: limits.wallMs - used.durationMs,
  };
}

export const isSpent = ({ budgetUsd, wallMs }: AgentLimits): boolean => budgetUsd <= 0 || wallMs <= 0;

/** The later try's result, with what both have used. */
export function addUse(before: AgentResult, now: AgentResult): AgentResult {
  return {
    ...now,
    costUsd: before.costUsd + now.costUsd,
    tokens: addTokens(before.tokens, now.tokens),
    turns: before.turns + now.turns,
    denials: [...before.denials, ...now.denials],
    durationMs: before.durationMs + now.durationMs,
  };
}

/** Passes every event on but the last, whose result is returned. */
export async function* untilFinished(
  events: AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, AgentResult | undefined> {
  let result: AgentResult | undefined;
  for await (const event of events) {
    if (event.type === 'finished') result = event.result;
    else yield event;
  }
  return result;
}
