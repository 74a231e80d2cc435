import type { Clock } from '../../host/clock.ts';
import type { Agent, AgentEvent, AgentRequest, AgentResult, StopReason } from '../agent.ts';
import { addUse, isSpent, limitsLeft, untilFinished } from './tries.ts';

/** Reasons that lie outside the session: the same request may well succeed a moment later. */
const OUTSIDE: readonly StopReason[] = ['api_error', 'unreachable', 'crashed'];
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
    const limits = before === undefined ? request.limits : limitsLeft(request.limits, before);
    const ended = yield* untilFinished(agent.run({ ...request, limits }));
    if (ended === undefined) return;
    const result = before === undefined ? ended : addUse(before, ended);
    const spent = isSpent(limitsLeft(request.limits, result));
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
