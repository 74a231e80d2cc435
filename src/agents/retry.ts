import type { Clock } from '../host/clock.ts';
import { addTokens } from '../work/prices.ts';
import type { Agent, AgentEvent, AgentRequest, AgentResult, StopReason } from './agent.ts';

/** Reasons that lie outside the session: the same request may well succeed a moment later. */
const OUTSIDE: readonly StopReason[] = ['api_error', 'crashed'];
const FIRST_PAUSE_MS = 2_000;

/** A session that broke for an outside reason is started again, within what is left of its limits. */
export function withRetries(agent: Agent, clock: Clock, retries: number): Agent {
  return retries === 0
    ? agent
    : { ...agent, run: (request) => runWithRetries(agent, request, clock, retries) };
}

async function* runWithRetries(
  agent: Agent,
  request: AgentRequest,
  clock: Clock,
  retries: number,
): AsyncIterable<AgentEvent> {
  let before: AgentResult | undefined;
  for (let tries = 0; ; tries += 1) {
    let result: AgentResult | undefined;
    for await (const event of agent.run({ ...request, limits: left(request, before) })) {
      if (event.type === 'finished') result = together(before, event.result);
      else yield event;
    }
    if (result === undefined) return;
    const limits = left(request, result);
    const spent = limits.budgetUsd <= 0 || limits.wallMs <= 0;
    if (tries === retries || spent || !OUTSIDE.includes(result.stopReason) || request.signal?.aborted) {
      yield { type: 'finished', result };
      return;
    }
    before = result;
    yield { type: 'notice', text: `${agent.name} broke off (${result.stopReason}) and is started again` };
    try {
      await clock.sleep(FIRST_PAUSE_MS * 2 ** tries, request.signal);
    } catch {
      yield { type: 'finished', result: { ...result, stopReason: 'cancelled' } };
      return;
    }
  }
}

function left({ limits }: AgentRequest, before: AgentResult | undefined): AgentRequest['limits'] {
  if (before === undefined) return limits;
  return {
    ...limits,
    budgetUsd: limits.budgetUsd - before.costUsd,
    wallMs: limits.wallMs - before.durationMs,
  };
}

function together(before: AgentResult | undefined, now: AgentResult): AgentResult {
  if (before === undefined) return now;
  return {
    ...now,
    costUsd: before.costUsd + now.costUsd,
    tokens: addTokens(before.tokens, now.tokens),
    turns: before.turns + now.turns,
    denials: [...before.denials, ...now.denials],
    durationMs: before.durationMs + now.durationMs,
  };
}
