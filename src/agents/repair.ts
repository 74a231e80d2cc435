import { addTokens } from '../work/prices.ts';
import type { Agent, AgentEvent, AgentRequest, AgentResult } from './agent.ts';

/** A run that was asked for an answer and gave none, or a wrong one, is asked once more; then it has failed. */
export function withRepair(agent: Agent, resumes: (request: AgentRequest) => boolean = () => true): Agent {
  return { ...agent, run: (request) => runWithRepair(agent, request, resumes(request)) };
}

async function* runWithRepair(
  agent: Agent,
  request: AgentRequest,
  resumes: boolean,
): AsyncIterable<AgentEvent> {
  const first = yield* untilFinished(agent.run(request));
  const again = first === undefined ? undefined : repairRequest(request, first, resumes);
  if (first === undefined || again === undefined) {
    if (first !== undefined) yield { type: 'finished', result: first };
    return;
  }
  yield { type: 'notice', text: `asking once more for an answer: ${first.text}` };
  const second = yield* untilFinished(agent.run(again));
  yield { type: 'finished', result: second === undefined ? first : together(first, second) };
}

/** Passes every event on but the last, which is returned. */
async function* untilFinished(
  events: AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, AgentResult | undefined> {
  let result: AgentResult | undefined;
  for await (const event of events) {
    if (event.type === 'finished') result = event.result;
    else yield event;
  }
  return result;
}

/** The second try within what is left of the limits, or undefined when there is nothing to repair or to spend. */
function repairRequest(
  request: AgentRequest,
  first: AgentResult,
  resumes: boolean,
): AgentRequest | undefined {
  const { schema, limits } = request;
  if (schema === undefined || first.stopReason !== 'no_answer' || request.signal?.aborted) return undefined;
  const left = {
    ...limits,
    budgetUsd: limits.budgetUsd - first.costUsd,
    wallMs: limits.wallMs - first.durationMs,
  };
  if (left.budgetUsd <= 0 || left.wallMs <= 0) return undefined;
  const resume = !resumes || first.sessionId === '' ? undefined : first.sessionId;
  const question = repairPrompt(schema.name, first.text, schema.json);
  return {
    ...request,
    limits: left,
    // The work is done; only the answer is missing.
    access: 'read',
    resume,
    prompt: resume === undefined ? `${request.prompt}\n\n${question}` : question,
  };
}

export function repairPrompt(name: string, problems: string, json: Record<string, unknown>): string {
  return [
    `[autodev] Your last turn did not end with a valid answer: ${problems}`,
    `Answer again, now, with one JSON object of the form "${name}". Change no files. It must fit this JSON Schema:`,
    JSON.stringify(json),
  ].join('\n\n');
}

function together(first: AgentResult, second: AgentResult): AgentResult {
  return {
    ...second,
    sessionId: second.sessionId || first.sessionId,
    // Whatever kept the second try from answering, the run as a whole is one without an answer,
    // unless somebody stopped it.
    stopReason: second.ok || second.stopReason === 'cancelled' ? second.stopReason : 'no_answer',
    text: second.ok ? second.text : `${first.text}\nasked once more: ${second.text}`,
    costUsd: first.costUsd + second.costUsd,
    tokens: addTokens(first.tokens, second.tokens),
    turns: first.turns + second.turns,
    denials: [...first.denials, ...second.denials],
    durationMs: first.durationMs + second.durationMs,
  };
}
